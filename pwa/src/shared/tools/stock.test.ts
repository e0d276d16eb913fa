import type { Tool } from '@karigar/bff/contracts';
import { describe, expect, it } from 'vitest';
import { isOrderable, preview, stockWords } from './stock.ts';

const stock = (availableQuantity: number, minOrderQuantity: number) =>
  ({ availableQuantity, minOrderQuantity }) as Tool;

describe("a tool's stock", () => {
  it.each([
    [100, 10, 'In stock'],
    [15, 10, 'Only 15 left'],
    [9, 1, 'Only 9 left'],
    [9, 10, 'Sold out'],
    [0, 1, 'Sold out'],
  ])('with %d left and a minimum of %d reads %j', (available, minimum, words) => {
    expect(stockWords(stock(available, minimum)).text).toBe(words);
    expect(isOrderable(stock(available, minimum))).toBe(words !== 'Sold out');
  });
});

describe('a preview', () => {
  it('is cut after its length', () => {
    expect(preview('a'.repeat(66), 65)).toBe(`${'a'.repeat(65)}...`);
    expect(preview('a'.repeat(65), 65)).toBe('a'.repeat(65));
  });

  it('cuts between characters, not inside them', () => {
    expect(preview('🔨🔧🔩', 2)).toBe('🔨🔧...');
  });
});
