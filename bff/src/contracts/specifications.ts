import { folded, longest, oneLine, paragraphs } from './written-text.ts';

/** One row of what is measured or made of what, such as "Weight" and "450 g". */
export interface Specification {
  label: string;
  value: string;
}

/** The most specifications of a tool. */
const most = 20;

/** Writes specifications as people type them: one a line, the label before a colon. */
export const specificationsText = (rows: readonly Specification[] = []): string =>
  rows.map(({ label, value }) => `${label}: ${value}`).join('\n');

/** Reads what `specificationsText` writes, leaving out empty lines. A line without a colon has no value, which `specificationsFault` names. */
export const specificationsOf = (text: string): Specification[] =>
  paragraphs(text)
    .split('\n')
    .map((line) => oneLine(line))
    .filter((line) => line !== '')
    .map((line) => {
      const [label = '', ...value] = line.split(':');
      return { label: oneLine(label), value: oneLine(value.join(':')) };
    });

/** Says what is wrong with the specifications of a tool, and what to do; null where they are good. */
export function specificationsFault(rows: readonly Specification[]): string | null {
  if (rows.length > most) return `Use at most ${most} specifications`;
  const labels = new Set<string>();
  for (const { label, value } of rows) {
    if (label === '' || value === '' || label.includes(':'))
      return `Write “${label || value}” as a label, a colon and a value, such as “Weight: 450 g”`;
    if (label.length > longest.specificationLabel)
      return `Use at most ${longest.specificationLabel} characters before the colon: “${label}”`;
    if (value.length > longest.specificationValue)
      return `Use at most ${longest.specificationValue} characters for “${label}”`;
    if (labels.has(folded(label))) return `“${label}” is there twice: keep one of them`;
    labels.add(folded(label));
  }
  return null;
}
