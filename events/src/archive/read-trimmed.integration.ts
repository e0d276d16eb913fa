import type { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { hashOf } from '../log/event-fields.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { ObjectsUnavailableError, PastUnavailableError } from '../objects/object-store.ts';
import { logBegin } from '../queries/follow-log.ts';
import { filledShop } from '../testing/filled-shop.ts';
import { memoryObjects } from '../testing/memory-objects.ts';
import { onScan, rawRedis } from '../testing/raw-redis.ts';
import { origin } from '../testing/sample-shop.ts';
import { rebuild, restoreArchive, verify } from '../testing/scan-work.ts';
import { everythingIn } from '../testing/shop-pair.ts';
import { startRedis } from '../testing/start-redis.ts';
import { generationSnapshot } from '../testing/store-snapshot.ts';
import { findImpossible } from '../verify/folded-log.ts';
import { orderAsOf, replayOrder } from '../verify/order-replay.ts';
import { exportArchive } from './open-archiver.ts';
import { trimLog } from './trim-log.ts';

let redis: Redis;
/** An order whose first event leaves. */

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
/** Everything that is read out of the log, by each way in which it is read. */
async function readings() {
  const { log, past } = filled;
  const history = await log.history(oldOrder.id);
  const replayed = await onScan(redis, past(), (store) => replayOrder(store, oldOrder.id));
  const verified = await verify(redis, { past: past() });
  const page = (query: object) => log.orders({ limit: 20, ...query });
  const notices = [];
  const enough = new AbortController();
  for await (const notice of log.notices(3_995, enough.signal)) {
    notices.push(notice);
    if (notices.length === 20) enough.abort();
  }
  return {
    history,
    replayed,
    verified: { ...verified, gen: 0 },
    asOf: orderAsOf(oldOrder.id, history, { seq: oldOrder.seq }),
    impossible: await onScan(
      redis,
      past(),
      async ({ events }) => (await findImpossible(events, undefined, () => undefined)).list,
    ),
    lines: await everythingIn(redis, past()),
    number: [await log.orderIdAt(oldOrder.seq), await log.orderIdAt(1)],
    followed: [await log.eventsAfter(logBegin, 5_000), await log.eventsAfter(logBegin, 100)],
    tailed: await all(log.tail(0, new AbortController().signal, false)),
    notices,
    pages: [
      await page({ from: oldOrder.ts }),
      await page({ to: oldOrder.ts }),
      await page({ oldestFirst: true }),
    ],
    models: await generationSnapshot(log),
  };
}
const trim = () => trimLog(filled.live, filled.store, { olderThanMs: 0 }, filled.live.client);

const filled = await filledShop();
({ scan: redis } = filled);
await filled.finishOrders();
const [first] = (await filled.log.orders({ oldestFirst: true, limit: 1 })).orders;
const oldOrder = { id: first?.id ?? '', seq: first?.number ?? 0, ts: first?.createdAt ?? 0 };
afterAll(() => filled.stop());

describe('a trimmed log', () => {
  it('is read as it was before by everything that reads it', async () => {
    const before = await readings();
    expect(before.lines.length).toBeGreaterThan(4_000);
    expect(before.history.length).toBeGreaterThan(1);
    expect((await trim()).events).toBe(4_000);
    expect(await readings()).toEqual(before);
  });

  it('is rebuilt, exported and imported to the same, and restored as of any moment', async () => {
    const { log, store, past } = filled;
    const before = await generationSnapshot(log);
    await rebuild(redis, { past: past() });
    expect(await generationSnapshot(log)).toEqual(before);
    const empty = await startRedis();
    const into = await rawRedis(empty.url);
    try {
      const exported = memoryObjects();
      const { shop, seq, hash } = await onScan(redis, past(), (live) =>
        exportArchive(live, exported, {
          onProgress: () => undefined,
          signal: new AbortController().signal,
        }),
      );
      await restoreArchive(into, exported, shop, { asCopy: false });
      expect(await verify(into)).toMatchObject({ count: 0, seq, hash });
      expect(await everythingIn(into)).toEqual(await everythingIn(redis, past()));
      await into.flushall();
      await restoreArchive(into, store, shop, { until: { seq: 3_000 }, asCopy: false });
      expect(await verify(into)).toMatchObject({ count: 0, seq: 3_000 });
    } finally {
      into.disconnect();
      await empty.stop();
    }
  });

  it('has its head made anew from what is left and the archive', async () => {
    const shop = await filled.log.shop();
    const head = await filled.log.head();
    const [last] = await onScan(redis, undefined, ({ events }) => events.entriesAt([head.seq]));
    await redis.del(redisKeys.meta);
    await expect(rebuild(redis, { shop })).rejects.toThrow('no archive holds those that fit it');
    await rebuild(redis, { shop, past: filled.past() });
    expect(await filled.log.head()).toMatchObject({
      trimmedTo: 4_000,
      seq: head.seq,
      hash: hashOf(last ?? ['', []]),
    });
    expect(await verify(redis, { past: filled.past() })).toMatchObject({ count: 0 });
  });

  it('takes commands about an order whose events have left', async () => {
    const ask = { type: 'request-refund', reason: 'other', restock: false } as const;
    const shipped = (await filled.log.orders({ states: ['shipped'], oldestFirst: true, limit: 1 })).orders[0];
    expect(await filled.log.afterPayment(shipped?.id ?? '', ask, origin)).toMatchObject({ changed: true });
    expect(await verify(redis, { past: filled.past() })).toMatchObject({ count: 0 });
  });

  it('shows its lists and orders while the storage is away, and says of a history that it cannot be read', async () => {
    const { log, store } = filled;
    const read = store.read;
    store.read = () => Promise.reject(new ObjectsUnavailableError('The storage is away'));
    try {
      const away = await filled.openAnother();
      await expect(away.history(oldOrder.id)).rejects.toThrow(PastUnavailableError);
      expect(await away.order(oldOrder.id)).toEqual(await log.order(oldOrder.id));
      expect(await away.orders({ to: oldOrder.ts + 1, limit: 5 })).toEqual(
        await log.orders({ to: oldOrder.ts + 1, limit: 5 }),
      );
      expect(await away.orderIdAt(oldOrder.seq)).toBe(oldOrder.id);
      await away.close();
    } finally {
      store.read = read;
    }
  });

  it('names a segment that is changed or missing, its events and every order concerned', async () => {
    const { store } = filled;
    const of = (from: string) => store.names().find((name) => name.includes(`/${from}-`)) ?? '';
    store.kept.delete(of('000000002001'));
    const { differences } = await verify(redis, { past: filled.past() });
    expect(differences[0]).toMatchObject({ kind: 'log', seq: 2_001, subject: 'archive' });
    expect(differences[0]?.message).toMatch(/^events 2001 to 4000: the archive holds no segment of them$/);
    const named = differences.filter(({ kind }) => kind === 'order');
    const one = await filled.log.orders({ oldestFirst: true, limit: 1_000 });
    const concerned = one.orders.filter(({ seqs }) => seqs.some((seq) => seq > 2_000 && seq <= 4_000));
    expect(concerned.length).toBeGreaterThan(100);
    for (const { id } of concerned) expect(named.map(({ subject }) => subject)).toContain(id);
    await expect(rebuild(redis, { past: filled.past() })).rejects.toThrow('events 2001 to 4000');
  });
});
