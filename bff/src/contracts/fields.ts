import { z } from 'zod';

/**
 * Accepts a whole number that may arrive as a numeric string, as the old shop's client sends it; `required` is said when it is absent
 * or blank. Bounded so that price times quantity stays an exact integer.
 */
export const wholeNumber = (message: string, { min = 1, max = 1_000_000, required = message } = {}) =>
  z.preprocess(
    numberOf,
    z
      .int({ error: ({ input }) => (input === undefined ? required : message) })
      .min(min, { error: message })
      .max(max, { error: message }),
  );

function numberOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return undefined;
  return /^\s*\d+\s*$/.test(value) ? Number(value) : value;
}

/** Refuses NUL, the log's separator, and half of a character, of which no address can be made. */
const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0');
const notStorable = { error: 'The text holds a character that cannot be stored' };

/** Accepts text with the outer blanks cut, at least one character, at most `max`, and all of it storable. */
export const text = (message: string, max = 500) =>
  z
    .string({ error: message })
    .trim()
    .min(1, { error: message })
    .max(max, { error: `Use at most ${max} characters` })
    .refine(isStorable, notStorable);

/** Accepts a post code, also as the number that it may look like. */
export const zipCode = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  text('Zip Code is required', 20),
);

/** Accepts text that may be empty, with the outer blanks cut, at most `max`, and all of it storable. */
export const emptyOrText = (max: number) =>
  z
    .string({ error: 'Send text' })
    .trim()
    .max(max, { error: `Use at most ${max} characters` })
    .refine(isStorable, notStorable);

/** Accepts a telephone number as people write one, or nothing; absent becomes ''. */
export const telephone = z.preprocess(
  (value) => (value === null || value === undefined ? '' : typeof value === 'number' ? String(value) : value),
  emptyOrText(40).refine(
    (value) => value === '' || (/^[+\d\s().-]+$/u.test(value) && /(?:\d\D*){6}/.test(value)),
    {
      error: 'Write a telephone number such as 01711-000000',
    },
  ),
);

/** Accepts text that may be empty, absent or null (as an account without a photo has it); absent becomes ''. */
export const optionalText = (max = 500) =>
  z.preprocess(
    (value) => (value === null ? undefined : typeof value === 'number' ? String(value) : value),
    emptyOrText(max).default(''),
  );

/** Accepts the same on one line, for what stands on labels and in a terminal. */
export const optionalLine = (max: number) =>
  optionalText(max).refine((value) => !/\p{Cc}/u.test(value), { error: 'Write it on one line' });
