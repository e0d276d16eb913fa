import { ReadModelDamagedError, RecordDamagedError, StoreClosedError } from './log-errors.ts';
import { redisKeys } from './redis-keys.ts';

/** Whether this is Redis's reply that a key holds another type of value than the command, or a command of a script, is for. */
export function isWrongType(error: unknown): boolean {
  return error instanceof Error && /\bWRONGTYPE\b/.test(error.message);
}

/** Type of value by the name of the key; the first that fits counts. */
const types: readonly (readonly [key: RegExp, type: string])[] = [
  [/^\{o\}:(ev|ops|audit)$/, 'stream'],
  [/^\{o\}:(meta|intent|builds|erasures)$/, 'hash'],
  [/^\{o\}:((tools|reviews|users)$|reviews-of:)/, 'zset'],
  [/^\{o\}:(tool|review|user|user-of|profile|lease):/, 'string'],
  [/^\{o\}:g\d+:(stock|names|totals|tx)$/, 'hash'],
  [/^\{o\}:g\d+:(order:|checkpoint$)/, 'string'],
  [/^\{o\}:g\d+:(.+:)?(unpaid|paid|shipped|refunded|deleted|attention|erased)$/, 'zset'],
];
const typeOf = (key: string): string | undefined => types.find(([pattern]) => pattern.test(key))?.[1];

/**
 * Finds which key of a refused command holds a wrong type of value, for Redis does not say it, and makes the error that says who can
 * repair it and how. Null when every key holds what it should: then the command is at fault.
 *
 * @param words the command with all of its arguments
 * @param askType asks Redis for the type of a key, `none` where there is nothing
 */
export async function wrongTypeError(
  words: readonly unknown[],
  askType: (key: string) => Promise<string>,
): Promise<Error | null> {
  const keys = new Set(words.filter((word) => typeof word === 'string' && word.startsWith('{o}:')));
  const found = await Promise.all(
    [...keys].map(async (word) => {
      const key = String(word);
      return { key, is: await askType(key), expected: typeOf(key) };
    }),
  );
  const held = found.filter(({ is }) => is !== 'none');
  const wrong =
    held.find(({ is, expected }) => expected !== undefined && is !== expected) ??
    held.find(({ expected }) => expected === undefined);
  if (wrong === undefined) return null;
  return damagedKey(wrong.key, `The key ${wrong.key} holds a ${wrong.is}${insteadOf(wrong.expected)}`);
}

const insteadOf = (expected: string | undefined): string =>
  expected === undefined ? ', which is the wrong type' : ` instead of a ${expected}`;

/** The error for a key that somebody has written over: who can repair it depends on whether the log tells what it held. */
function damagedKey(key: string, message: string): Error {
  if (key === redisKeys.events || key === redisKeys.meta) return new StoreClosedError('overwritten', message);
  return /^\{o\}:g\d+:/.test(key) ? new ReadModelDamagedError(message) : new RecordDamagedError(message);
}
