import { expect, it } from 'vitest';
import { inTurns } from './in-turns.ts';

it('compares within each round and changes who goes first', async () => {
  const order: string[] = [];
  const measure = (name: string, share: number) => async () => {
    // The machine is half as fast after the first round.
    const machine = order.length < 2 ? 100 : 50;
    order.push(name);
    return { perSecond: machine * share };
  };
  const [, ours] = await inTurns(3, [measure('yardstick', 1), measure('ours', 0.5)]);
  expect(order).toEqual(['yardstick', 'ours', 'ours', 'yardstick', 'yardstick', 'ours']);
  expect(ours).toMatchObject({ perSecond: 25, ratio: 0.5, ratioSpread: 0 });
});
