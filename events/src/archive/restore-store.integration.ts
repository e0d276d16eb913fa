import type { Redis } from 'ioredis';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openScan } from '../log/open-scan.ts';
import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { LogHead } from '../log/store-head.ts';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { headIn, onScan } from '../testing/raw-redis.ts';
import { samplePlace } from '../testing/sample-shop.ts';
import { rebuild, verify } from '../testing/scan-work.ts';
import { openShopPair } from '../testing/shop-pair.ts';
import { beginRestore, finishRestore, restoreEvents } from './restore-archive.ts';

let shop: OrderLog;
let from: Redis;
let into: Redis;
/** The store at `into`. */

const pair = await openShopPair();
({ shop, from, into } = pair);
const target = await openScan(pair.intoUrl, 'test');
beforeEach(() => into.flushall());
afterAll(async () => {
  await target.close();
  await pair.stop();
});

/** The log of the shop, and where it ends. */
async function wholeLog() {
  const head = await headIn(from);
  return { head, entries: await onScan(from, undefined, ({ events }) => events.entries(0, head.seq)) };
}
const finish = (head: LogHead) =>
  finishRestore(target, { seq: head.seq, hash: head.hash, ts: head.ts, shop: head.shop }, 2, () => undefined);

describe('a restore', () => {
  it('into a Redis that no shop ever used keeps out a server that starts meanwhile', async () => {
    const { head, entries } = await wholeLog();
    const open = () => openOrderLog({ url: pair.intoUrl, commandTimeoutMs: 30_000 });
    await beginRestore(target.client);
    await expect(open()).rejects.toMatchObject({ name: 'StoreClosedError', reason: 'restoring' });
    await restoreEvents(target.client, entries);
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
      await beginRestore(target.client);
      for (const call of [
        () => open.shop(),
        () => open.head(),
        () => open.ping(),
        () => open.orders({ limit: 1 }),
        () => open.stock(['tool-0']),
        () => open.place(samplePlace({ toolId: 'tool-0' })),
        () => open.registerIntent({ orderId: 'ord_1', intentId: 'pi_1' }),
      ])
        await expect(call()).rejects.toMatchObject({ name: 'StoreClosedError', reason: 'restoring' });
      await restoreEvents(target.client, entries);
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
    await beginRestore(target.client);
    await expect(rebuild(into)).rejects.toThrow('start the import again');
    await restoreEvents(target.client, entries.slice(0, 10));
    await expect(rebuild(into)).rejects.toThrow('start the import again');
    expect(await into.hget(redisKeys.meta, 'code')).toBe('restoring');
  });

  it('is refused over a shop', async () => {
    await expect(onScan(from, undefined, ({ client }) => beginRestore(client))).rejects.toThrow(
      'This store is not empty',
    );
    await into.set(redisKeys.tool('t'), 'x');
    await expect(beginRestore(target.client)).rejects.toThrow('This store is not empty');
  });

  it('is refused when an event is written between its look and its mark', async () => {
    const early = await openOrderLog({ url: pair.intoUrl, commandTimeoutMs: 30_000 });
    const racing = {
      run: (work) =>
        target.client.run((connection) =>
          work(
            new Proxy(connection, {
              get(of, name) {
                const member: unknown = Reflect.get(of, name);
                if (name !== 'eval') return typeof member === 'function' ? member.bind(of) : member;
                return async (...words: Parameters<typeof of.eval>) => {
                  await early.setStock({ toolId: 't', set: 1, actor: 'a', correlationId: 'c' });
                  return of.eval(...words);
                };
              },
            }),
          ),
        ),
    } as RedisClient;
    try {
      await expect(beginRestore(racing)).rejects.toThrow('another client writes to it');
      expect(await early.stock(['t'])).toEqual([1]);
    } finally {
      await early.close();
    }
  });

  it('keeps writers out until it is done, and begins anew after it was cut off', async () => {
    const waiting = await openOrderLog({ url: pair.intoUrl, commandTimeoutMs: 30_000 });
    try {
      const { head, entries } = await wholeLog();
      await beginRestore(target.client);
      await restoreEvents(target.client, entries.slice(0, 10));
      const stocked = waiting.setStock({ toolId: 't', set: 1, actor: 'a', correlationId: 'c' });
      await expect(stocked).rejects.toThrow('A backup is being restored');
      await expect(waiting.ping()).rejects.toThrow();
      await beginRestore(target.client);
      await restoreEvents(target.client, entries);
      await finish(head);
      await waiting.ping();
      expect(await verify(into)).toMatchObject({ count: 0, seq: head.seq });
    } finally {
      await waiting.close();
    }
  });
});
