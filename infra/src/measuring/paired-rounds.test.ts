import { expect, it } from 'vitest';
import { pairedRounds } from './paired-rounds.ts';

it('compares within each round and changes who goes first', async () => {
  const order: string[] = [];
  let machine = 100;
  const measure = (name: string, share: number) => async () => {
    order.push(name);
    return machine * share;
  };
  const result = await pairedRounds({
    rounds: 3,
    ours: measure('ours', 0.5),
    yardstick: async () => {
      const value = await measure('yardstick', 1)();
      if (order.length === 2) machine = 50;
      return value;
    },
  });
  expect(order).toEqual(['yardstick', 'ours', 'ours', 'yardstick', 'yardstick', 'ours']);
  expect(result).toEqual({ ours: 50, yardstick: 100, ratio: 0.5, ratioSpread: 0 });
});
