import { describe, expect, it } from 'vitest';
import { generationKeys } from './generation-keys.ts';
import { orderIdFor, redisKeys } from './redis-keys.ts';
import { decodeTool, encodeTool } from './tool-record.ts';

describe('key names', () => {
  it('all carry the one hash tag', () => {
    const names = Object.values(redisKeys).map((key) => (typeof key === 'string' ? key : key('x')));
    const { person, name, order, stock } = generationKeys(3);
    const keys = [person('u', 'paid'), name('n', 'paid'), order('o'), stock];
    for (const name of [...names, ...keys]) expect(name).toMatch(/^\{o\}:/);
  });
});

describe('an order’s id', () => {
  it('is the same for the same person and key only', () => {
    expect(orderIdFor('u', 'k')).toBe(orderIdFor('u', 'k'));
    expect(orderIdFor('u', 'k')).not.toBe(orderIdFor('u', 'k2'));
    expect(orderIdFor('uk', '')).not.toBe(orderIdFor('u', 'k'));
  });
});

describe('a stored tool', () => {
  it('shows its revision to the append script and comes back as it was', () => {
    const tool = {
      id: 't',
      name: 'Saw',
      price: 9,
      minOrderQuantity: 1,
      description: '',
      image: '',
      category: '',
      alt: '',
      otherNames: '',
      rev: 4,
      createdAt: 1,
      deleted: true,
    };
    expect(encodeTool(tool)).toMatch(/^4 1\n/);
    expect(decodeTool(encodeTool(tool))).toEqual(tool);
    expect(() => decodeTool('{}')).toThrow('must begin with its revision');
  });
});
