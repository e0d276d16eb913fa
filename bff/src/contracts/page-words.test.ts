import { expect, test } from 'vitest';
import { documentTitle, keepUnits, summaryOf } from './page-words.ts';

test('the title of a page names the shop once', () => {
  expect([documentTitle('Blog'), documentTitle('Karigar')]).toEqual(['Blog · Karigar', 'Karigar']);
});

test.each([
  ['A hammer.\n\n  For nails.', 'A hammer. For nails.'],
  ['পেরেক '.repeat(40), `${'পেরেক '.repeat(26).trim()}…`],
  ['🔨'.repeat(100), `${'🔨'.repeat(79)}…`],
  [`${'word '.repeat(31)}longer`, `${'word '.repeat(31).trim()}…`],
])('a summary is one line that ends after a whole word', (description, summary) => {
  expect(summaryOf(description)).toBe(summary);
});

test.each([
  ['Slotted Screwdriver 8 mm', 'Slotted Screwdriver 8~mm'],
  ['Cordless Drill 18 V, 2 batteries', 'Cordless Drill 18~V, 2 batteries'],
  ['Combination Spanner Set, 3 pieces', 'Combination Spanner Set, 3~pieces'],
  ['Your order K-32 is paid', 'Your order~K-32 is paid'],
  ['M8 bolts, $3.50 of it', 'M8 bolts, $3.50 of it'],
])('a number stays with its unit: %s', (text, kept) => {
  expect(keepUnits(text)).toBe(kept.replaceAll('~', '\u00a0'));
});
