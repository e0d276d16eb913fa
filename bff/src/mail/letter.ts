import type { Carrier } from '../orders/carriers.ts';

/** One part of a letter: a paragraph, facts with their labels, or something to do. */
export type LetterPart =
  | string
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { action: string; url: string };

/** What a letter says, in plain text: HTML and text are made of the same words. */
export interface Letter {
  subject: string;
  heading: string;
  parts: readonly LetterPart[];
  /** Why the reader gets it. */
  reason: string;
}

/** What letters know of the shop that sends them: a part of its configuration. */
export interface LetterShop {
  /** Public address, without a final slash. */
  shopUrl: string;
  /** How a reader reaches the shop; the end of every letter says it. */
  contact: { phone: string; email: string; address: string };
  /** Whose clock its times are of (IANA). */
  timeZone: string;
  /** Who carries parcels, and within how many days a paid order usually leaves. */
  shipping: { carriers: readonly Carrier[]; dispatchDays: number };
}

/** Marks a person's text, so that its direction stays its own among the words around it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Why somebody gets a letter, and whom to ask. */
export const closingLines = ({ reason }: Letter, { contact }: LetterShop): readonly string[] => [
  `Questions? Reply to this email, write to ${contact.email} or call ${contact.phone}.`,
  reason,
  `Karigar, ${contact.address}`,
];

/** Readers of plain text wrap at about this column (RFC 3676 asks for less than 78). */
const columns = 72;

/** Breaks lines at blanks: a word that is longer than a line, such as an address, stays whole. */
const wrapped = (text: string, width = columns): string =>
  text.replace(new RegExp(`(?!.{1,${width}}$)(.{1,${width}})[^\\S\u00a0]`, 'gm'), '$1\n');

/** Writes a letter as plain text. */
export function letterText(letter: Letter, shop: LetterShop): string {
  const closing = [...closingLines(letter, shop), shop.shopUrl].map((line) => wrapped(line)).join('\n');
  const body = [letter.heading, ...letter.parts.map(partText)].join('\n\n');
  return `${body.replace(/[\u2068\u2069]/g, '')}\n\n-- \n${closing}\n`;
}

function partText(part: LetterPart): string {
  if (typeof part === 'string') return wrapped(part);
  if ('action' in part) return `${part.action}:\n${part.url}`;
  const width = Math.max(...part.facts.map(([label]) => label.length)) + 2;
  const indented = (text: string) =>
    wrapped(text, columns - width).replaceAll('\n', `\n${' '.repeat(width)}`);
  return part.facts.map(([label, value]) => `${label}:`.padEnd(width) + indented(value)).join('\n');
}
