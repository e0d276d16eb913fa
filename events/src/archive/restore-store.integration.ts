import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { scanSource } from '../log/log-reader.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { type LogHead, scanHead } from '../log/store-head.ts';
import { openOrderLog } from '../open-order-log.ts';
import type { OrderLog } from '../order-log.ts';
import { samplePlace } from '../testing/sample-shop.ts';
import { rebuild, verify } from '../testing/scan-work.ts';
import { openShopPair, type ShopPair } from '../testing/shop-pair.ts';
import { beginRestore, finishRestore, restoreEvents } from './restore-store.ts';

let pair: ShopPair;
let shop: OrderLog;
let from: Redis;
let into: Redis;

beforeAll(async () => {
  pair = await openShopPair();
  ({ shop, from, into } = pair);
});
beforeEach(() => into.flushall());
afterAll(() => pair?.stop());

/** The log of the shop, and where it ends. */
async function wholeLog() {
  const head = await scanHead(from);
  return { head, entries: await scanSource(from, undefined).entries(0, head.seq) };
}
const finish = (head: LogHead) =>
  finishRestore(into, head, {
    ...{ shop: head.shop, asCopy: false, epoch: 2, onProgress: () => undefined, signal: undefined },
  });

describe('a restore', () => {
  it('into a Redis that no shop ever used keeps out a server that starts meanwhile', async () => {
    const { head, entries } = await wholeLog();
    const open = () => openOrderLog({ url: pair.intoUrl, commandTimeoutMs: 30_000 });
    await beginRestore(into);
    await expect(open()).rejects.toMatchObject({ name: 'StoreClosedError', reason: 'restoring' });
    await restoreEvents(into, entries);
    await expect(open()).rejects.toThrow('A backup is being restored');
    await finish(head);
    expect(await verify(into)).toMatchObject({ count: 0, seq: head.seq });
    const opened = await open();
    expect(await opened.shop()).toBe(head.shop);
    await opened.close();
  });

  it('under a server that had opened the store before gives it the id and the orders of the backup', async () => {
    const { head, entries } = await wholeLog();
    const open = await openOrderLog({ url: pair.intoUrl, commandTimeoutMs: 30_000 });
    try {
      const invented = await open.shop();
      expect([invented === head.shop, (await open.totals()).shipped]).toEqual([false, 0]);
      // The server follows its empty log, which makes the store no shop.
      await into.hset(redisKeys.follower('watch'), 'id', '0-0');
      await beginRestore(into);
      for (const call of [
        () => open.shop(),
        () => open.head(),
        () => open.ping(),
        () => open.orders({ limit: 1 }),
        () => open.stock(['tool-0']),
        () => open.place(samplePlace({ toolId: 'tool-0' })),
        () => open.registerIntent({ orderId: 'ord_1', intentId: 'pi_1', attempt: 1 }),
      ])
        await expect(call()).rejects.toMatchObject({ name: 'StoreClosedError', reason: 'restoring' });
      await restoreEvents(into, entries);
      await expect(open.shop()).rejects.toThrow('A backup is being restored');
      await finish(head);
      expect(await open.shop()).toBe(head.shop);
      expect(await open.totals()).toEqual(await shop.totals());
    } finally {
      await open.close();
    }
  });

  it('that was cut off is not taken into use by a rebuild', async () => {
    const { entries } = await wholeLog();
    await beginRestore(into);
    await expect(rebuild(into)).rejects.toThrow('start the import again');
    await restoreEvents(into, entries.slice(0, 10));
    await expect(rebuild(into)).rejects.toThrow('start the import again');
    expect(await into.hget(redisKeys.meta, 'code')).toBe('restoring');
  });

  it('is refused over a shop', async () => {
    await expect(beginRestore(from)).rejects.toMatchObject({ name: 'StoreNotEmptyError' });
    await into.set(redisKeys.tool('t'), 'x');
    await expect(beginRestore(into)).rejects.toMatchObject({ name: 'StoreNotEmptyError' });
  });

  it('is refused when an event is written between its look and its mark', async () => {
    const early = await openOrderLog({ url: pair.intoUrl, commandTimeoutMs: 30_000 });
    const mark = into.multi();
    const exec = mark.exec.bind(mark);
    vi.spyOn(mark, 'exec').mockImplementationOnce(async () => {
      await early.setStock({ toolId: 't', set: 1, actor: 'a', correlationId: 'c' });
      return exec();
    });
    const marking = vi.spyOn(into, 'multi').mockReturnValueOnce(mark);
    try {
      await expect(beginRestore(into)).rejects.toThrow('somebody is writing to it');
      expect(await early.stock(['t'])).toEqual([1]);
    } finally {
      marking.mockRestore();
      await early.close();
    }
  });

  it('keeps writers out until it is done, and begins anew after it was cut off', async () => {
    const waiting = await openOrderLog({ url: pair.intoUrl, commandTimeoutMs: 30_000 });
    try {
      const { head, entries } = await wholeLog();
      await beginRestore(into);
      await restoreEvents(into, entries.slice(0, 10));
      const stocked = waiting.setStock({ toolId: 't', set: 1, actor: 'a', correlationId: 'c' });
      await expect(stocked).rejects.toThrow('A backup is being restored');
      await expect(waiting.ping()).rejects.toThrow();
      await beginRestore(into);
      await restoreEvents(into, entries);
      await finish(head);
      await waiting.ping();
      expect(await verify(into)).toMatchObject({ count: 0, seq: head.seq });
    } finally {
      await waiting.close();
    }
  });
});
