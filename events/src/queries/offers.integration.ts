import type { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { OrderLog } from '../order-log.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';

let scan: Redis;
let log: OrderLog;
let keys: GenerationKeys;
freshLogBeforeEach(async (fresh) => {
  ({ log, scan, keys } = fresh);
});

/** Sells one piece of a tool that is described so, and has it paid. */
async function paidOrder(description: string, idempotencyKey = 'a', rev = 1): Promise<string> {
  await offerTool(log, sampleTool({ description, rev }), 10);
  const { order } = await log.place(samplePlace({ idempotencyKey, quantity: 1 }));
  await log.pay({ orderId: order.id, transactionId: `pi_${idempotencyKey}`, ...origin });
  return order.id;
}

it('a paid order keeps the words with which its tool was offered, also when that is edited or gone', async () => {
  const old = await paidOrder('the old words', 'old', 1);
  const edited = await paidOrder('the new words', 'new', 2);
  await scan.del(redisKeys.tool('tool-hammer'));
  for (const [id, description] of [
    [old, 'the old words'],
    [edited, 'the new words'],
  ] as const) {
    expect(await log.order(id)).toMatchObject({ description });
    expect((await log.ship({ orderId: id, ...origin })).order).toMatchObject({ description });
  }
  const { orders } = await log.orders({ limit: 10 });
  expect(orders.map(({ description }) => description)).toEqual(['the new words', 'the old words']);
  expect(await scan.hlen(keys.offers)).toBe(2);
});

it('many paid orders of the same offer share its words', async () => {
  const ids = [await paidOrder('shared words', 'a'), await paidOrder('shared words', 'b')];
  expect(await scan.hlen(keys.offers)).toBe(1);
  for (const id of ids) expect(await scan.get(keys.order(id))).not.toContain('shared words');
});

it('an order whose offer is lost is refused as damaged by whoever reads it, until a rebuild', async () => {
  const id = await paidOrder('words that are lost');
  await scan.del(keys.offers);
  const refusal = { name: 'ReadModelDamagedError' };
  const repeat = () => log.place(samplePlace({ idempotencyKey: 'a', quantity: 1 }));
  for (const read of [() => log.order(id), () => log.orders({ limit: 10 }), repeat])
    await expect(read()).rejects.toMatchObject(refusal);
  await rebuild(scan);
  for (const order of [
    await log.order(id),
    (await log.orders({ limit: 10 })).orders[0],
    (await repeat()).order,
  ])
    expect(order).toMatchObject({ description: 'words that are lost' });
});
