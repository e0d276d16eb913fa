import { describe, expect, it } from 'vitest';
import { toolNamed } from '../../../shared/testing/tool.ts';
import { shortDescription, stockLevel } from './tool-columns.tsx';

describe('a row of the product list', () => {
  it('shows the first 30 characters of the description and three dots', () => {
    expect(shortDescription('A steel head on an ash handle, balanced for a day.')).toBe(
      'A steel head on an ash handle,...',
    );
    expect(shortDescription('Short')).toBe('Short...');
  });

  it('never cuts a character of several code units in two', () => {
    expect(shortDescription('🔨'.repeat(40))).toBe(`${'🔨'.repeat(30)}...`);
  });

  it('marks what cannot fill the smallest order as sold out, and the server’s low list as low', () => {
    const tool = toolNamed('t', { availableQuantity: 4, minOrderQuantity: 5 });
    expect(stockLevel(tool, new Set(['t']))).toBe('out');
    expect(stockLevel({ ...tool, availableQuantity: 5 }, new Set(['t']))).toBe('low');
    expect(stockLevel({ ...tool, availableQuantity: 5 }, new Set())).toBe('fine');
  });
});
