import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ArchiveMoment } from '@karigar/events';
import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';

/** Makes an option of a command; `parse` throws `InvalidArgumentError`. */
export const option = (flags: string, what: string, parse = (text: string): unknown => text): Option =>
  new Option(flags, what).argParser(parse);

/** Makes a parser: a text for which `read` gives null is refused with `hint`. */
const parser =
  <T>(read: (text: string) => T | null, hint: string) =>
  (text: string): T => {
    const value = read(text);
    if (value === null) throw new InvalidArgumentError(hint);
    return value;
  };

const readNumber = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null);
export const wholeNumber = parser(readNumber, 'It must be a whole number.');

export const shopOption = option(
  '--shop <id>',
  'the id of the shop: the name of its folder in the archive',
  parser((text) => (/^[\w-]{8,64}$/.test(text) ? text : null), 'It must be the id of a shop.'),
);

// Date.parse alone takes nearly any text with a number in it for some year.
const Time = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);
const readTime = (text: string) => Date.parse(Time.safeParse(text).data ?? '') || null;
/** Reads a time (ms). */
export const time = parser(readTime, 'Write a time such as 2026-11-21T18:30:00Z.');

/** A moment of the log: an event's number, or a time. */
export const asOfOption = option(
  '--as-of <moment>',
  'an event or a time (default: the newest)',
  parser<ArchiveMoment>((text) => {
    const [seq, at] = [readNumber(text), readTime(text)];
    if (seq !== null) return { seq };
    return at === null ? null : { time: at };
  }, 'Write the number of an event, or a time such as 2026-11-21T18:30:00Z.'),
);

export const msPerDay = 86_400_000;
/** Reads a number of days such as 400d (ms). */
export const days = parser(
  (text) => (/^\d{1,6}d$/.test(text) ? Number.parseInt(text, 10) * msPerDay : null),
  'Write days: 400d.',
);

/** Resolves the path of a file: npm changes the folder, and says where it was called. */
export const filePath = (text: string): string => resolve(process.env.INIT_CWD ?? '.', text);

/** Writes a new file, whole or not at all. Throws when the file exists. */
export async function writeNew(file: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  await writeFile(file, content, { flag: 'wx', flush: true, mode }).catch(
    async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') await rm(file, { force: true });
      throw error;
    },
  );
}
