import type { OrderLog } from '@karigar/events';
import { expect, it } from 'vitest';
import { withOrderNumbers } from './operations-calls.ts';

const id = (letter: string) => `ord_${letter.repeat(24)}`;
const order: OrderLog['order'] = async (orderId) => {
  if (orderId === id('d')) throw new Error('damaged');
  const found = { [id('a')]: { number: 309 }, [id('b')]: { status: 'deleted', seqs: [17, 20] } }[orderId];
  return (found ?? null) as Awaited<ReturnType<OrderLog['order']>>;
};

it('writes the numbers of orders, also of deleted ones, and leaves what it cannot read', async () => {
  const texts = [
    `$36.00 of order ${id('a')} was refused`,
    `${id('b')}, ${id('a')}`,
    id('c'),
    id('d'),
    'tool-1',
  ];
  expect(await withOrderNumbers({ order }, texts)).toEqual([
    '$36.00 of order K-309 was refused',
    'K-17, K-309',
    id('c'),
    id('d'),
    'tool-1',
  ]);
});
