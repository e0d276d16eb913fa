import { html, raw } from 'hono/html';
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
const closingLines = ({ reason }: Letter, { contact }: LetterShop): readonly string[] => [
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

/**
 * The shop's colours: bottle green, marigold and paper. Mail programs know the light ones from the style of each element, and those that
 * can do dark take it from the style sheet.
 */
const looks = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #0c1512 !important; }
  .card { background: #1b2924 !important; border-color: #f2a33a #3f544c #3f544c !important; }
  .link { color: #78bca8 !important; }
  .text, .card h1 { color: #e4ede8 !important; }
  .quiet, .quiet a { color: #a2b5ac !important; }
  .fact { border-color: #3f544c !important; }
  .brand { color: #78bca8 !important; }
}
@media (max-width: 620px) { .card { padding: 24px 20px !important; } }
`;
const face =
  "font-family: Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans Bengali', sans-serif;";
const text = `${face} font-size: 16px; line-height: 1.5; color: #1b2420;`;
const quiet = `${face} font-size: 14px; line-height: 1.5; color: #635b4e;`;

/** Writes a letter as HTML that needs nothing from anywhere else; all that comes from people is escaped. */
export function letterHtml(letter: Letter, shop: LetterShop): string {
  const { subject, heading, parts } = letter;
  const mainAction = parts.find((part) => typeof part === 'object' && 'action' in part);
  const closing = closingLines(letter, shop).map((line) => html`<p style="margin: 0 0 8px;">${line}</p>`);
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${raw(looks)}</style>
</head>
<body class="ground" style="margin: 0; padding: 0; background: #fbf8f3;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="background: #fbf8f3;">
<tr><td align="center" style="padding: 24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width: 600px;">
<tr><td style="padding: 0 4px 16px; text-align: left;">
<a href="${shop.shopUrl}" class="brand" style="${raw(face)} font-size: 22px; font-weight: 700; color: #0b5d4e; text-decoration: none;">Karigar</a>
</td></tr>
<tr><td class="card" style="background: #ffffff; border: 1px solid #e9e2d6; border-top: 4px solid #f2a33a; border-radius: 12px; padding: 32px; text-align: left;">
<h1 style="${raw(face)} margin: 0 0 16px; font-size: 24px; line-height: 1.25; color: #1b2420;">${heading}</h1>
${parts.map((part) => partHtml(part, part === mainAction))}
</td></tr>
<tr><td class="quiet" style="${raw(quiet)} padding: 20px 4px 0; text-align: left;">${closing}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`);
}

/** Makes an element of each text that is marked as a person's. */
const isolating = (text: string) =>
  text.split(/[\u2068\u2069]/).map((piece, at) => (at % 2 === 0 ? piece : html`<bdi>${piece}</bdi>`));

/** A letter has one button: what else its reader may do is a link. */
function partHtml(part: LetterPart, isMain: boolean) {
  if (typeof part === 'string')
    return html`<p class="text" style="${raw(text)} margin: 0 0 16px; white-space: pre-line;">${isolating(part)}</p>`;
  if ('action' in part && !isMain)
    return html`<p class="text" style="${raw(text)} margin: 0 0 16px;"><a href="${part.url}" class="link" style="color: #0b5d4e;">${part.action}</a></p>`;
  if ('action' in part)
    return html`<p style="margin: 24px 0;"><a href="${part.url}" style="${raw(face)} display: inline-block; padding: 12px 24px; border-radius: 8px; background: #0b5d4e; color: #ffffff; font-size: 16px; font-weight: 600; line-height: 20px; text-decoration: none;">${part.action}</a></p>`;
  const rows = part.facts.map(
    ([label, value]) => html`<tr>
<th scope="row" class="quiet fact" valign="top" width="30%" style="${raw(quiet)} font-weight: 400; text-align: left; padding: 8px 16px 8px 0; border-bottom: 1px solid #e9e2d6;">${label}</th>
<td class="text fact" valign="top" style="${raw(text)} padding: 8px 0; border-bottom: 1px solid #e9e2d6; overflow-wrap: anywhere; white-space: pre-line;">${isolating(value)}</td>
</tr>`,
  );
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin: 0 0 20px; border-collapse: collapse;">${rows}</table>`;
}
