import { expect, test } from 'vitest';
import { documentTitle, summaryOf } from './page-words.ts';

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
