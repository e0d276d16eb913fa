import { closingLines, type Letter, type LetterPart, type LetterShop } from './letter.ts';

/** Readers of plain text wrap at about this column (RFC 3676 asks for less than 78). */
const columns = 72;

/** Writes a letter as plain text, wrapped; addresses of pages stay whole. */
export function letterText({ heading, parts }: Letter, { contact, url }: LetterShop, reason: string): string {
  const closing = [...closingLines(contact, reason), url].map((line) => wrap(line)).join('\n');
  const body = [heading, ...parts.map(partText)].map((part) => part.trimEnd()).join('\n\n');
  return `${body.replace(/[\u2068\u2069]/g, '')}\n\n-- \n${closing}\n`;
}

function partText(part: LetterPart): string {
  if (typeof part === 'string') return wrap(part);
  if ('action' in part) return `${part.action}:\n${part.url}`;
  const width = Math.max(...part.facts.map(([label]) => label.length)) + 2;
  return part.facts
    .map(([label, value]) => wrap(`${`${label}:`.padEnd(width)}${value}`, ' '.repeat(width)))
    .join('\n');
}

/** Breaks at spaces only: a word that is longer than a line, such as an address, stays whole. */
function wrap(text: string, indent = ''): string {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = lines.length === 0 ? '' : indent;
    for (const word of paragraph.match(/\s*\S+/g) ?? []) {
      const fits = line.length + word.length <= columns || line.trim() === '';
      if (!fits) lines.push(line);
      line = fits ? line + (line === indent ? word.trimStart() : word) : indent + word.trimStart();
    }
    lines.push(line);
  }
  return lines.join('\n');
}
