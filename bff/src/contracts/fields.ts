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

/** Accepts text with the outer blanks cut, at least one character, at most `max`, and no NUL (the log's separator). */
export const text = (message: string, max = 500) =>
  z
    .string({ error: message })
    .trim()
    .min(1, { error: message })
    .max(max, { error: `Use at most ${max} characters` })
    .refine((value) => !value.includes('\0'), { error: 'The text holds a character that cannot be stored' });

/** Accepts text that may be empty, absent or null (as an account without a photo has it); absent becomes ''. */
export const optionalText = (max = 500) =>
  z.preprocess(
    (value) => (value === null ? undefined : typeof value === 'number' ? String(value) : value),
    z
      .string({ error: 'Send text' })
      .trim()
      .max(max, { error: `Use at most ${max} characters` })
      .refine((value) => !value.includes('\0'), { error: 'The text holds a character that cannot be stored' })
      .default(''),
  );
