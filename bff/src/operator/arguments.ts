import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ArchiveMoment } from '@karigar/events';
import { Argument, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { OperatorError } from './failure-text.ts';

/** Makes an option of a command. */
export function option<T>(flags: string, what: string, parse?: (text: string) => T, fallback?: T): Option {
  const made = new Option(flags, what).default(fallback);
  return parse === undefined ? made : made.argParser(parse);
}

/** Makes an argument of a command. */
export function argument<T>(flags: string, what: string, parse?: (text: string) => T): Argument {
  const made = new Argument(flags, what);
  return parse === undefined ? made : made.argParser(parse);
}

/** Makes a parser of arguments: `read` gives null for a text that cannot be meant, which is refused with `hint`. */
const parser =
  <T>(read: (text: string) => T | null, hint: string) =>
  (text: string): T => {
    const value = read(text);
    if (value === null) throw new InvalidArgumentError(hint);
    return value;
  };

const readNumber = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null);
export const wholeNumber = parser(readNumber, 'It must be a whole number.');

/** Tells whether a text may be the id of a shop. */
export const isShopId = (text: string): boolean => /^[\w-]{8,64}$/.test(text);
export const shopId = parser((text) => (isShopId(text) ? text : null), 'It must be the id of a shop.');

// Date.parse alone takes nearly any text with a number in it for some year.
const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);
const readMoment = (text: string) => {
  const time = Moment.safeParse(text).success ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
};
/** Reads a time (ms). */
export const moment = parser(readMoment, 'Write a time such as 2026-11-21T18:30:00Z.');

/** Reads a moment of the log: an event's number, or a time. */
export const archiveMoment = parser<ArchiveMoment>((text) => {
  const seq = readNumber(text);
  if (seq !== null) return { seq };
  const time = readMoment(text);
  return time === null ? null : { time };
}, 'Write the number of an event, or a time such as 2026-11-21T18:30:00Z.');

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Reads a length of time such as 90m, 48h or 400d (ms). */
export const age = parser((text) => {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return count === undefined ? null : Number(count) * (units[unit] ?? 0);
}, 'Write minutes, hours or days: 90m, 48h, 400d.');

/** Reads the path of a file as the operator means it: npm changes the folder, and says where it was called. */
export const filePath = (text: string): string => resolve(process.env.INIT_CWD ?? '.', text);

/** Writes a new file, whole or not at all. Throws `OperatorError` when there is one. */
export async function writeNew(file: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx', flush: true, mode });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new OperatorError(`${file} exists already. Give another name.`);
    await rm(file, { force: true });
    throw error;
  }
}
