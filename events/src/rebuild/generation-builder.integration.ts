import type { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { genesisHash } from '../log/event-fields.ts';
import { generationKeys } from '../log/generation-keys.ts';
import { openScan, type Scan } from '../log/open-scan.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { OrderLog } from '../order-log.ts';
import { openBusyShop, visit } from '../testing/busy-shop.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import { origin, samplePlace } from '../testing/sample-shop.ts';
import { generationSnapshot, storeSnapshot } from '../testing/store-snapshot.ts';
import { tamperField } from '../testing/tamper.ts';
import { GenerationBuilder } from './generation-builder.ts';

let log: OrderLog;
let scan: Redis;
let store: Scan;
const keys = generationKeys(9);

afterAll(() => store?.close());

freshLogBeforeEach(async (fresh) => {
  ({ log, scan } = fresh);
  await store?.close();
  store = await openScan(fresh.redis.url, 'rebuild');
  await openBusyShop(log);
  // Visits side by side: the events of an order lie in several batches.
  for (let turn = 0; turn < 40; turn += 8)
    await Promise.all(Array.from({ length: 8 }, (_, index) => visit(log, turn + index)));
  await scan.set(keys.checkpoint, `0 ${genesisHash} 0`);
  await scan.hset(redisKeys.builds, 'building', `9 ${store.projection.code}`);
});

/** Applies some batches, or all of the log. */
async function apply(
  size: number,
  batches = Number.POSITIVE_INFINITY,
  builder = new GenerationBuilder(store, keys, size),
): Promise<GenerationBuilder> {
  let left = batches;
  const applied = builder.catchUp(() => {
    left -= 1;
    if (left === 0) throw new Error('enough');
  });
  await applied.catch((error: Error) => {
    if (error.message !== 'enough') throw error;
  });
  // What is on its way has arrived when a later question is answered.
  await store.client.run((connection) => connection.ping());
  return builder;
}
async function built(): Promise<Record<string, unknown>> {
  const { checkpoint: _, ...models } = await storeSnapshot(log, '{o}:g9:');
  return models;
}

describe('batches that are folded before their turn', () => {
  it.each([1, 2, 3, 7, 50])(
    'make the same read models as the live shop, %d events at a time',
    async (size) => {
      await apply(size);
      expect(await built()).toEqual(await generationSnapshot(log));
    },
  );

  it('count once when another rebuild was faster with them', async () => {
    const early = await apply(5, 3);
    const late = await apply(5, 1);
    await apply(5, 1);
    await apply(5, 1, late);
    await apply(5, undefined, early);
    expect(await built()).toEqual(await generationSnapshot(log));
  });

  it('count once when another rebuild has done half of a batch', async () => {
    const first = await apply(6, 1);
    await apply(3, 1);
    await apply(6, undefined, first);
    expect(await built()).toEqual(await generationSnapshot(log));
  });

  it('are folded from what another rebuild has made of their orders meanwhile', async () => {
    const { order } = await log.place(samplePlace({ toolId: 'tool-0', idempotencyKey: 'meanwhile' }));
    const first = await apply(50);
    await log.pay({ orderId: order.id, transactionId: 'pi_meanwhile', ...origin });
    await apply(50);
    await log.ship({ orderId: order.id, ...origin });
    await apply(50, undefined, first);
    expect(await built()).toEqual(await generationSnapshot(log));
  });

  it.each(['finished', 'given up'])('are left alone when the generation was %s meanwhile', async (given) => {
    const builder = await apply(5, 1);
    await (given === 'finished'
      ? scan.del(keys.checkpoint)
      : scan.hset(redisKeys.builds, 'building', '10 p0'));
    const before = await built();
    expect(await builder.catchUp(() => undefined)).toBeNull();
    expect(await built()).toEqual(before);
  });

  it.each([3, 8, 13, 18])('stop before the batch with an event that cannot be taken: %d', async (seq) => {
    await tamperField(scan, seq, 'schema', () => '99');
    await expect(apply(5)).rejects.toMatchObject({ name: 'PoisonEventError', seq });
    const reached = Number((await scan.get(keys.checkpoint))?.split(' ')[0]);
    expect(reached).toBe(Math.floor((seq - 1) / 5) * 5);
  });
});
