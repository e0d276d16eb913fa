import type { Redis } from 'ioredis';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { storedFields } from '../log/event-fields.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { visit } from '../testing/busy-shop.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { onScan } from '../testing/raw-redis.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { restoreArchive, verify } from '../testing/scan-work.ts';
import { placeTwice } from '../testing/second-placing.ts';
import { everythingIn, openShopPair } from '../testing/shop-pair.ts';
import { generationSnapshot, storeSnapshot } from '../testing/store-snapshot.ts';
import { exportArchive } from './open-archiver.ts';

let shop: OrderLog;
let into: Redis;
let store: MemoryObjects;

const pair = await openShopPair();
({ shop, into } = pair);
beforeEach(async () => {
  store = memoryObjects();
  await into.flushall();
});
afterAll(() => pair.stop());

const exported = () =>
  onScan(pair.from, undefined, (live) =>
    exportArchive(live, store, { onProgress: () => undefined, signal: new AbortController().signal }),
  );
const restored = async (asCopy = false) => restoreArchive(into, store, await shop.shop(), { asCopy });
const openRestored = () => openOrderLog({ url: pair.intoUrl, commandTimeoutMs: 30_000 });

describe('an export', () => {
  it('restores the whole shop to the byte, with the same head and read models', async () => {
    const head = await exported();
    await restored();
    expect(await everythingIn(into)).toEqual(await everythingIn(pair.from));
    const log = await openRestored();
    try {
      expect(await log.head()).toMatchObject({ seq: head.seq, hash: head.hash, shop: await shop.shop() });
      expect(await verify(into, { against: head })).toMatchObject({ count: 0 });
      const { gen } = await log.head();
      expect(await storeSnapshot(log, `{o}:g${gen}:`)).toEqual(await generationSnapshot(shop));
      expect(await into.exists(redisKeys.lease('watch'), redisKeys.follower('watch'))).toBe(0);
      expect(await log.place(samplePlace({ toolId: 'tool-0' }))).toMatchObject({ repeated: false });
    } finally {
      await log.close();
    }
  });

  it('holds every value as it is, also one that is the name of a field', async () => {
    const name = (at: number): string => storedFields[at % storedFields.length] as string;
    for (const [turn, toolId] of storedFields.entries()) {
      const who = { actor: name(turn + 1), correlationId: name(turn + 2) };
      const tool = sampleTool({ id: toolId, name: name(turn + 3) });
      await offerTool(shop, tool, 9);
      await shop.setStock({ toolId, add: 1, tool: { ...tool, rev: tool.rev + 1 }, ...who });
      const { order } = await shop.place(
        samplePlace({
          ...who,
          ...{ uid: name(turn + 4), idempotencyKey: name(turn + 5), requestHash: name(turn + 6) },
          ...{ toolId, person: name(turn + 7) },
        }),
      );
      const last = turn % 2 === 0;
      if (last) await shop.pay({ orderId: order.id, transactionId: name(turn), ...who });
      else await shop.remove({ orderId: order.id, reason: 'other', expectedIntent: null, ...who });
      expect(await shop.history(order.id)).toMatchObject([{ ...who, requestHash: name(turn + 6) }, who]);
    }
    const head = await exported();
    await restored();
    expect(await verify(into, { against: head })).toMatchObject({ count: 0, seq: head.seq });
  });

  it('holds the intent of an order that is paid between the head and the records', async () => {
    const { order } = await shop.place(samplePlace({ toolId: 'tool-0', idempotencyKey: 'paid meanwhile' }));
    await shop.registerIntent({ orderId: order.id, intentId: 'pi_meanwhile' });
    const { putNew } = store;
    let parts = 0;
    store.putNew = async (name, bytes) => {
      // An event between the last two rounds, so that the last one writes a segment after it has read the head.
      if (name.includes('-base.')) {
        parts += 1;
        await shop.setStock({ toolId: 'tool-0', set: 90, ...origin });
      } else if (parts > 0 && name.includes('/log/') && (await shop.intent(order.id)) !== null)
        await shop.pay({ orderId: order.id, transactionId: 'pi_meanwhile', ...origin });
      return putNew(name, bytes);
    };
    await exported();
    expect(await shop.intent(order.id)).toBeNull();
    await restored();
    const log = await openRestored();
    try {
      expect(await log.order(order.id)).toMatchObject({ status: 'unpaid' });
      expect(await log.intent(order.id)).toBe('pi_meanwhile');
    } finally {
      await log.close();
    }
  });

  it('taken while customers write ends at the head that it names', async () => {
    let turn = 1_000;
    const stop = new AbortController();
    const writing = (async () => {
      for (; !stop.signal.aborted; turn += 1) await visit(shop, turn);
    })();
    const { seq, hash } = await exported();
    stop.abort();
    await writing;
    expect((await restored()).head).toMatchObject({ seq, hash });
  });

  it('into the place of an earlier one adds what is new', async () => {
    await exported();
    const before = store.names().filter((name) => name.includes('/records/'));
    await shop.setStock({ toolId: 'tool-0', set: 90, ...origin });
    const { seq } = await exported();
    expect(store.names()).toEqual(expect.arrayContaining(before));
    expect((await restored()).head.seq).toBe(seq);
    expect(await everythingIn(into)).toEqual(await everythingIn(pair.from));
  });

  it('restored as a copy has an id of its own', async () => {
    const { ts } = await exported();
    await restored(true);
    expect(await into.hget(redisKeys.meta, 'shop')).not.toBe(await shop.shop());
    expect(await into.hget(redisKeys.meta, 'copiedAt')).toBe(String(ts));
    expect(await verify(into)).toMatchObject({ count: 0 });
  });

  it('names an event that a restore would refuse', async () => {
    const command = samplePlace({ toolId: 'tool-0', idempotencyKey: 'twice' });
    const { order } = await shop.place(command);
    const second = await placeTwice(shop, command);
    await expect(exported()).rejects.toMatchObject({
      name: 'LostEventsError',
      faults: [{ from: second, to: second, what: expect.stringContaining(`of ${order.id}: `) }],
    });
    await shop.voidEvent({
      ...{ seq: second, subject: order.id, reason: 'placed-twice' },
      ...origin,
    });
    const head = await exported();
    await restored();
    expect(await verify(into)).toMatchObject({ count: 0, seq: head.seq });
  });
});
