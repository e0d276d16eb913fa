import { expect, it } from 'vitest';
import { specificationsFault, specificationsOf, specificationsText } from './specifications.ts';

const rows = [
  { label: 'Weight', value: '450 g' },
  { label: 'Ratio', value: '1:2' },
];

it('reads what it has written, and what people type between', () => {
  expect(specificationsText(rows)).toBe('Weight: 450 g\nRatio: 1:2');
  expect(specificationsOf(specificationsText(rows))).toEqual(rows);
  expect(specificationsOf('\r\n  Weight:450   g\r\n\r\nRatio : 1:2 ')).toEqual(rows);
  expect(specificationsText()).toBe('');
  expect(specificationsOf('')).toEqual([]);
});

const faultOf = (text: string) => specificationsFault(specificationsOf(text));

it('accepts label and value, and says what else is wrong', () => {
  expect(faultOf('Weight: 450 g\nওজন: ৪৫০ গ্রাম')).toBeNull();
  expect(faultOf('Weight 450 g')).toBe(
    'Write “Weight 450 g” as a label, a colon and a value, such as “Weight: 450 g”',
  );
  expect(faultOf(': 450 g')).toContain('“450 g”');
  expect(specificationsFault([{ label: 'A:B', value: '1' }])).toContain('“A:B”');
  expect(faultOf(`${'l'.repeat(41)}: 1`)).toContain('at most 40 characters');
  expect(faultOf(`Note: ${'v'.repeat(201)}`)).toBe('Use at most 200 characters for “Note”');
  expect(faultOf('Weight: 1\nweight: 2')).toBe('“weight” is there twice: keep one of them');
  const many = (count: number) => Array.from({ length: count }, (_, n) => `Row ${n}: 1`).join('\n');
  expect(faultOf(many(20))).toBeNull();
  expect(faultOf(many(21))).toBe('Use at most 20 specifications');
});
