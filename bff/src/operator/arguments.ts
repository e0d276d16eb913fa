import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';

/** Reads a whole number of at most 15 digits. This and the others throw commander's `InvalidArgumentError` for any other text. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** Reads the id of a shop. */
export function shopId(text: string): string {
  if (!/^[\w-]{8,64}$/.test(text)) throw new InvalidArgumentError('It must be the id of a shop.');
  return text;
}

/** Date.parse alone takes nearly any text with a number in it for some year. */
const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

/** Reads a time (ms). */
export function moment(text: string): number {
  if (!Moment.safeParse(text).success || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError('Write a time such as 2026-11-21T18:30:00Z.');
  return Date.parse(text);
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a length of time such as 90m, 48h or 400d; answers milliseconds. */
export function age(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const unit = units[match?.[2] ?? ''];
  if (match === null || unit === undefined)
    throw new InvalidArgumentError('Write minutes, hours or days: 90m, 48h, 400d.');
  return Number(match[1]) * unit;
}

/** Reads a file as the operator means it: npm changes the folder, and says where it was called. */
export function filePath(text: string): string {
  return resolve(process.env.INIT_CWD ?? '.', text);
}
