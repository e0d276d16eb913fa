import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { genesisHash } from '../log/event-fields.ts';
import { generationKeys } from '../log/generation-keys.ts';
import type { OrderLog } from '../order-log.ts';
import { openBusyShop, visit } from '../testing/busy-shop.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import { origin, samplePlace } from '../testing/sample-shop.ts';
import { generationSnapshot, storeSnapshot } from '../testing/store-snapshot.ts';
import { tamperField } from '../testing/tamper.ts';
import { type BatchResult, GenerationBuilder } from './generation-builder.ts';

let log: OrderLog;
let scan: Redis;
const keys = generationKeys(9);

freshLogBeforeEach(async (fresh) => {
  ({ log, scan } = fresh);
  await openBusyShop(log);
  // Visits side by side: the events of an order lie in several batches.
  for (let turn = 0; turn < 40; turn += 8)
    await Promise.all(Array.from({ length: 8 }, (_, index) => visit(log, turn + index)));
  await scan.set(keys.checkpoint, `0 ${genesisHash} 0`);
});

/** Applies batches until `enough` says so, or the log is at its end. */
async function apply(
  size: number,
  enough = (_: BatchResult): boolean => false,
  builder = new GenerationBuilder(scan, keys, { size }),
): Promise<GenerationBuilder> {
  for (;;) {
    const result = await builder.applyNext();
    if (result === 'gone' || result.applied === 0 || enough(result)) return builder;
  }
}
const once = (): boolean => true;
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
    let turn = 0;
    const early = await apply(5, () => turn++ > 2);
    const late = await apply(5, once);
    await apply(5, once);
    await apply(5, once, late);
    await apply(5, undefined, early);
    expect(await built()).toEqual(await generationSnapshot(log));
  });

  it('count once when another rebuild has done half of a batch', async () => {
    const first = await apply(6, once);
    await apply(3, once);
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

  it('are left alone when the generation was finished or given up meanwhile', async () => {
    const builder = await apply(5, once);
    await scan.del(keys.checkpoint);
    const before = await built();
    await builder.applyNext();
    expect(await builder.applyNext()).toBe('gone');
    expect(await built()).toEqual(before);
  });

  it.each([3, 8, 13, 18])('stop before the batch with an event that cannot be taken: %d', async (seq) => {
    await tamperField(scan, seq, 'schema', () => '99');
    await expect(apply(5)).rejects.toMatchObject({ name: 'PoisonEventError', seq });
    const reached = Number((await scan.get(keys.checkpoint))?.split(' ')[0]);
    expect(reached).toBe(Math.floor((seq - 1) / 5) * 5);
  });
});
