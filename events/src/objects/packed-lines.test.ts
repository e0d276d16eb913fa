import { expect, it } from 'vitest';
import { readAhead } from './packed-lines.ts';

it('reads at most eight results before they are taken, and gives them in order', async () => {
  const items = Array.from({ length: 20 }, (_, at) => `item ${at}`);
  const read: number[] = [];
  const given: string[] = [];
  for await (const [item, result] of readAhead(items, async (one, at) => {
    read.push(at);
    return `${one} read`;
  })) {
    expect(result).toBe(`${item} read`);
    expect(read.length).toBeLessThanOrEqual(given.length + 8);
    given.push(item);
  }
  expect(given).toEqual(items);
  expect(read).toEqual([...items.keys()]);
});

it('throws the failure of a result when its turn comes', async () => {
  const given: number[] = [];
  const reading = async () => {
    for await (const [item] of readAhead([1, 2, 3], async (one) => {
      if (one === 2) throw new Error('away');
    }))
      given.push(item);
  };
  await expect(reading()).rejects.toThrow('away');
  expect(given).toEqual([1]);
});
