import { z } from 'zod';
import { accountName, isTelephone, longest, oneLine, plainCode } from './written-text.ts';

// Parts of answers.
export const string = z.string();
export const stringOrNull = string.nullable();
export const int = z.int();
export const number = z.number();
export const boolean = z.boolean();

/**
 * Accepts a whole number that may arrive as text, as the old shop's client sends it and in the digits of any script; `required` is said when
 * it is absent or blank. Bounded so that price times quantity stays an exact integer.
 */
export const wholeNumber = (message: string, { min = 1, max = 1_000_000, required = message } = {}) =>
  z.preprocess(
    numberOf,
    z
      .int({ error: ({ input }) => (input === undefined ? required : message) })
      .min(min, { error: message })
      .max(max, { error: message }),
  );

/** Accepts one of some words for the field `name`. */
export const oneOf = <const Word extends string>(name: string, words: readonly Word[]) =>
  z.enum(words, {
    error: `${name} is ${words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ')}`,
  });

/** Accepts `true` in a query, or nothing. */
export const onlyTrue = (name: string) =>
  z.enum(['true'], { error: `${name} is true or left out` }).optional();

/** Accepts where the next page begins, as `X-Next-Cursor` of the page before says. */
export const cursor = (form = /^\d{1,15}$/) =>
  z.string().regex(form, { error: 'cursor is the X-Next-Cursor of the page before' }).optional();

/** The most rows of a page. */
export const limit = (max: number) => wholeNumber(`limit is a whole number from 1 to ${max}`, { max });

/** The query of a public list, newest first: at most `max` rows, made before `cursor`, the `createdAt` of the last row of the page before. */
export const listPage = (max: number) =>
  z.object({
    limit: limit(max).default(max),
    cursor: z.iso.datetime({ error: 'cursor is the X-Next-Cursor of the page before' }).optional(),
  });

function numberOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const digits = plainCode(value);
  if (digits === '') return undefined;
  return /^\d+$/.test(digits) ? Number(digits) : value;
}

/** Accepts text that may be empty, cleaned by a sieve of `written-text.ts`, at most `max`; half of a character has no UTF-8 form. */
export const emptyOrText = (max: number, sieve = oneLine, message = 'Send text') =>
  z
    .string({ error: message })
    .overwrite(sieve)
    .max(max, { error: `Use at most ${max} characters` })
    .refine((value) => value.isWellFormed(), { error: 'The text holds a character that cannot be stored' });

/** Accepts the same with something visible in it. */
export const text = (message: string, max = 500, sieve = oneLine) =>
  emptyOrText(max, sieve, message).min(1, { error: message });

/** Accepts an email address. */
export const email = (message: string) => text(message, longest.email, plainCode);

/** Accepts what an admin searches for. */
export const search = emptyOrText(longest.search, plainCode);

/** Takes a number for its digits, and null (as an account without a photo has it) for absent. */
const asText = (value: unknown): unknown =>
  value === null ? undefined : typeof value === 'number' ? String(value) : value;

/** Accepts a post code, also as the number that it may look like. */
export const zipCode = z.preprocess(asText, text('Zip Code is required', longest.zip, plainCode));

/** Accepts text that may be empty, absent or null; absent becomes ''. */
export const optionalText = (max: number, sieve = oneLine) =>
  z.preprocess(asText, emptyOrText(max, sieve).default(''));

/** Accepts a telephone number as people write one, or nothing; absent becomes ''. */
export const telephone = optionalText(longest.phone, plainCode).refine(
  (value) => value === '' || isTelephone(value),
  { error: 'Enter a phone number such as 01711-000000' },
);

/** Accepts the name of an account, which its person cannot change: one that is too long is cut, not refused. */
export const nameOfAccount = z.preprocess(
  asText,
  z.string({ error: 'Send text' }).overwrite(accountName).default(''),
);

/** Not before the provider's count of time, which begins in 1970. */
const day = z.iso
  .date({ error: 'Write a date such as 2026-11-21' })
  .refine((date) => date >= '2000-01-01', { error: 'Write a date from 2000-01-01 on' });

/** The query of what happened in a span: its first and its last day, by the clock of the shop. */
export const spanOfDays = (mostDays: number) =>
  z
    .object({ from: day, to: day })
    .refine(({ from, to }) => from <= to, { error: 'The last day is before the first', path: ['to'] })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < mostDays * 86_400_000, {
      error: `Take at most ${mostDays} days at once`,
      path: ['to'],
    });
