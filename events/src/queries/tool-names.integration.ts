import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RedisConnection } from '../log/redis-connection.ts';
import { openOrderLog } from '../order-log.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { rebuild, verify } from '../testing/scan-work.ts';
import { startRedis } from '../testing/start-redis.ts';
import { generationSnapshot } from '../testing/store-snapshot.ts';

const redis = await startRedis();
const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 30_000 });
await offerTool(log, sampleTool({ id: 'plane', name: 'Wood Plane' }), 9);
await offerTool(log, sampleTool({ id: 'saw', name: 'Hand Saw' }), 9);
await offerTool(log, sampleTool({ id: 'rasp', name: 'Rasp' }), 9);
afterAll(async () => {
  await log.close();
  await redis.stop();
});

const place = async (toolId: string, idempotencyKey: string) =>
  (await log.place(samplePlace({ toolId, idempotencyKey }))).order.id;
const remove = (orderId: string) =>
  log.remove({ orderId, reason: 'customer', expectedIntent: null, ...origin });
const search = (more: object = {}) => log.orders({ limit: 5, search: 'plane', ...more });

it('a tool name leaves with its last order, and comes back with the next', async () => {
  const [orderId, paidId] = [await place('plane', 'a'), await place('plane', 'p')];
  await place('saw', 'b');
  await log.pay({ orderId: paidId, transactionId: 'pi_p', ...origin });
  await remove(orderId);
  expect((await generationSnapshot(log)).names).toEqual({ 'Hand Saw': '', 'Wood Plane': '' });
  const [first, second] = [await place('plane', 'c'), await place('saw', 'd')];
  await remove(first);
  await remove(second);
  expect((await search()).orders.map(({ id }) => id)).toEqual([paidId]);

  await remove(await place('rasp', 'e'));
  const person = { uids: ['user-1'] };
  for (const query of [{}, person, { from: 1 }, { ...person, from: 1 }, { ...person, states: ['unpaid'] }])
    expect(await search({ search: 'rasp', ...query })).toEqual({ orders: [], total: 0, nextCursor: null });
  const live = await generationSnapshot(log);
  expect(live.names).toEqual({ 'Hand Saw': '', 'Wood Plane': '' });

  const scan = await rawRedis(redis.url);
  try {
    expect((await verify(scan)).differences).toEqual([]);
    await rebuild(scan, { batchSize: 1 });
    expect(await generationSnapshot(log)).toEqual(live);
    await rebuild(scan, { batchSize: 1_000 });
    expect(await generationSnapshot(log)).toEqual(live);

    const again = await place('rasp', 'f');
    expect(await search({ search: 'rasp' })).toMatchObject({ orders: [{ id: again }], total: 1 });
    expect((await verify(scan)).differences).toEqual([]);
  } finally {
    scan.disconnect();
  }
});

describe('a search over more than a thousand tool names', () => {
  const names = 1_200;
  /** The orders, oldest first, each of a tool name of its own; every second one is paid. */
  const placed: { id: string; name: string }[] = [];
  const paidIds = new Set<string>();
  const numberOf = (index: number) => String(index).padStart(4, '0');

  beforeAll(async () => {
    for (let start = 0; start < names; start += 100) {
      const part = Array.from({ length: 100 }, async (_, step) => {
        const [id, name] = [`bit-${start + step}`, `Drill Bit ${numberOf(start + step)}`];
        await offerTool(log, sampleTool({ id, name }), 9);
        const { order } = await log.place(samplePlace({ toolId: id, idempotencyKey: id }));
        return { id: order.id, name, number: order.number };
      });
      placed.push(...(await Promise.all(part)).toSorted((one, other) => one.number - other.number));
    }
    for (let start = 0; start < names; start += 200) {
      const part = Array.from({ length: 100 }, (_, step) => placed[start + 2 * step]?.id ?? '');
      await Promise.all(part.map((id) => log.pay({ orderId: id, transactionId: `pi_${id}`, ...origin })));
      for (const id of part) paidIds.add(id);
    }
  });

  /** How many keys each read of Redis touches while `work` runs. */
  async function keysPerRead(work: () => Promise<unknown>): Promise<number[]> {
    const counts: number[] = [];
    const plain = log.redis.run.bind(log.redis);
    const counting = (connection: RedisConnection) =>
      new Proxy(connection, {
        get(of, name) {
          if (name === 'readGeneration') {
            return (keys: readonly string[], words: readonly string[]) => {
              counts.push(keys.length);
              return of.readGeneration(keys, words);
            };
          }
          return Reflect.get(of, name);
        },
      });
    log.redis.run = (run) => plain((connection) => run(counting(connection)));
    await work().finally(() => {
      log.redis.run = plain;
    });
    return counts;
  }

  it.each([
    ['all but a few', 'Drill', names],
    ['half of them', '1', 0],
    ['one of them', 'Bit 0471', 1],
  ])('that means %s is exact, page by page', async (_, text, total) => {
    const expected = placed
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .map(({ id }) => id)
      .reverse();
    if (total > 0) expect(expected).toHaveLength(total);
    let cursor: string | null = null;
    const found: string[] = [];
    for (let page = 0; page < 5 && (page === 0 || cursor !== null); page += 1) {
      const answer = await log.orders({ limit: 30, search: text, ...(cursor === null ? {} : { cursor }) });
      expect(answer.total).toBe(expected.length);
      found.push(...answer.orders.map(({ id }) => id));
      cursor = answer.nextCursor;
    }
    expect(found).toEqual(expected.slice(0, found.length));
    expect(found.length).toBe(Math.min(150, expected.length));
    const paid = await log.orders({ limit: 1_000, search: text, states: ['paid'] });
    const even = expected.filter((id) => paidIds.has(id));
    expect([paid.total, paid.orders.map(({ id }) => id)]).toEqual([even.length, even.slice(0, 1_000)]);
  });

  it.each(['drill', '1', '0471', 'e'])('for %j reads the sets of 25 names at a time', async (text) => {
    const counts = await keysPerRead(() => log.orders({ limit: 30, search: text }));
    // Of each name four sets, each for its first members and for its size, and the head of the log.
    expect(counts.length).toBeGreaterThan(1);
    expect(Math.max(...counts)).toBeLessThanOrEqual(2 * 4 * 25 + 1);
  });

  it('leaves them to be verified and rebuilt', async () => {
    const scan = await rawRedis(redis.url);
    try {
      expect((await verify(scan)).differences).toEqual([]);
      await rebuild(scan);
      expect((await verify(scan)).differences).toEqual([]);
      expect((await log.orders({ limit: 1, search: 'bit' })).total).toBe(names);
    } finally {
      scan.disconnect();
    }
  });
});
