import type { Redis } from 'ioredis';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { generationKeys } from '../log/generation-keys.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { filledShop } from '../testing/filled-shop.ts';
import { headIn } from '../testing/raw-redis.ts';
import { origin } from '../testing/sample-shop.ts';
import { tamperField } from '../testing/tamper.ts';
import { logArchiver } from './log-archiver.ts';
import { readChain } from './segments.ts';
import { trimLog } from './trim-log.ts';

let redis: Redis;
/** What a trim would do while orders are open. */
const old = { olderThanMs: 0 };

const filled = await filledShop();
({ scan: redis } = filled);
const heldByOrder = await trimLog(filled.live, filled.store, old);
await filled.finishOrders();
beforeEach(() => filled.reset());
afterAll(() => filled.stop());

const plan = (limits = old) => trimLog(filled.live, filled.store, limits);
const trim = (options: Partial<Parameters<typeof trimLog>[2]> = {}) =>
  trimLog(filled.live, filled.store, { ...old, ...options }, filled.live.client);
const firstInRedis = async () => (await redis.xrange(redisKeys.events, '-', '+', 'COUNT', 1))[0]?.[0];
const border = () => redis.hmget(redisKeys.meta, 'trimSeq', 'trimHash');
const nothingLeft = async () => {
  expect(await firstInRedis()).toBe('1-0');
  expect(await border()).toEqual([null, null]);
};

describe('a trim', () => {
  it('takes the full segments of finished orders off the front, and writes where the log begins', async () => {
    const planned = await plan();
    expect(planned).toMatchObject({ from: 1, to: 4_000, events: 4_000, held: { by: 'end', from: 4_001 } });
    await nothingLeft();
    const last = (await redis.xrange(redisKeys.events, '4000-0', '4000-0'))[0]?.[1] ?? [];
    expect(await trim()).toMatchObject({ from: 1, to: 4_000, events: 4_000, ts: planned.ts });
    expect(await firstInRedis()).toBe('4001-0');
    expect(await border()).toEqual(['4000', last[19]]);
    expect(await trim()).toMatchObject({ from: 4_001, to: 4_000, events: 0 });
  });

  it('stops before the first event of an order that is not finished, and names it', async () => {
    expect(heldByOrder).toMatchObject({ events: 0, to: 0, held: { by: 'order', from: 1 } });
    const { held } = heldByOrder;
    expect(held.why).toMatch(/not paid|not shipped/);
    expect(filled.openOrders).toContain(held.order);
  });

  it('takes no event that is not old enough', async () => {
    expect(await plan({ olderThanMs: 3_600_000 })).toMatchObject({ events: 0, held: { by: 'age', from: 1 } });
  });

  it('goes on where the one before was killed, of which each segment leaves whole', async () => {
    const dies = (to: number) => {
      if (to === 4_000) throw new Error('killed');
    };
    await expect(trim({ onSegment: dies })).rejects.toThrow('killed');
    expect(await firstInRedis()).toBe('2001-0');
    expect(await trim()).toMatchObject({ from: 2_001, to: 4_000 });
  });

  it('does nothing when it is killed between the check and the script', async () => {
    const dies = () => {
      throw new Error('killed');
    };
    await expect(trim({ onSegment: dies })).rejects.toThrow('killed');
    await nothingLeft();
  });
});

describe('a trim is refused', () => {
  const objectsOf = (from: string) => filled.store.names().filter((name) => name.includes(`/${from}`));

  it('from the segment on that is missing', async () => {
    for (const name of objectsOf('000000002001-')) filled.store.kept.delete(name);
    const done = await trim();
    expect(done).toMatchObject({ events: 2_000, held: { by: 'archive', from: 2_001 } });
    expect(await firstInRedis()).toBe('2001-0');
  });

  it('from the segment on whose bytes were changed', async () => {
    const [object = ''] = objectsOf('000000000001-');
    const bytes = filled.store.kept.get(object) ?? new Uint8Array();
    filled.store.kept.set(
      object,
      Uint8Array.from(bytes, (byte, at) => (at === 900 ? byte ^ 1 : byte)),
    );
    expect(await trim()).toMatchObject({
      events: 0,
      held: { by: 'archive', from: 1, why: expect.stringContaining(object) },
    });
    await nothingLeft();
  });

  it('where the archive has not come as far', async () => {
    filled.store.kept.clear();
    expect(await trim()).toMatchObject({ events: 0, held: { by: 'archiver', from: 1 } });
    const head = await headIn(redis);
    await logArchiver(filled.live, filled.store)({ ...head, seq: 2_500 });
    expect(await trim()).toMatchObject({ to: 2_000, held: { by: 'archiver', from: 2_001 } });
  });

  it('where Redis holds another event than the archive as the last one that would leave', async () => {
    await tamperField(redis, 4_000, 'hash', () => 'f'.repeat(40));
    await expect(trim()).rejects.toThrow('Event 4000: in Redis it is another one than in the archive');
    expect(await firstInRedis()).toBe('2001-0');
  });

  it.each([
    ['last that leaves', 4_000],
    ['first that stays', 4_001],
  ])('where the %s is gone at the moment of the trim', async (_what, seq) => {
    let done: Promise<unknown> = Promise.resolve();
    // Sent before the script on the same connection, so it arrives first.
    const onSegment = () => {
      done = filled.live.client.run((connection) => connection.xDel(redisKeys.events, `${seq}-0`));
    };
    await expect(trim({ onSegment })).rejects.toThrow(`Event ${seq}:`);
    await done;
    expect(await firstInRedis()).toBe('2001-0');
  });

  it('while another one is faster', async () => {
    // Sent before the script on the same connection, so it arrives first.
    const onSegment = () =>
      void filled.live.client.run((connection) => connection.hSet(redisKeys.meta, 'trimSeq', '2000'));
    await expect(trim({ onSegment })).rejects.toThrow('Another trim runs as well');
    expect(await firstInRedis()).toBe('1-0');
  });

  it('of a log whose trimmed events the archive does not give any more', async () => {
    await trim();
    for (const name of objectsOf('000000000001-')) filled.store.kept.delete(name);
    await expect(trim()).rejects.toThrow('events 1 to 2000: the archive holds no segment of them');
  });
});

describe('the archive of a trimmed log', () => {
  it('is written on from where it was', async () => {
    await trim();
    const head = await headIn(redis);
    const before = filled.store.names();
    expect(await logArchiver(filled.live, filled.store)(head)).toMatchObject({ to: head.seq });
    expect(filled.store.names()).toEqual(before);
  });

  it('is written on from the border where its tail is lost', async () => {
    await trim();
    const before = filled.store.names();
    for (const name of objectsOfTail()) filled.store.kept.delete(name);
    await logArchiver(filled.live, filled.store)(await headIn(redis));
    expect(filled.store.names()).toEqual(before);
  });
  it('is written on in a later epoch, which has lost the newest events', async () => {
    await trim();
    const head = await headIn(redis);
    const hash = (await redis.xrange(redisKeys.events, '4010-0', '4010-0'))[0]?.[1].at(-1) ?? '';
    const lost = Array.from({ length: head.seq - 4_010 }, (_, n) => `${4_011 + n}-0`);
    await redis.xdel(redisKeys.events, ...lost);
    const promoted = { ...head, seq: 4_010, hash, epoch: head.epoch + 1 };
    expect(await logArchiver(filled.live, filled.store)(promoted)).toMatchObject({
      to: 4_010,
      hash,
    });
    const last = (await readChain(filled.store, head.shop)).segments.at(-1);
    expect(last).toMatchObject({ to: 4_010 });
    expect(last?.objects[0]).toContain(`/e${promoted.epoch}/`);
  });
  const objectsOfTail = () => filled.store.names().filter((name) => name.includes('/000000004001-'));
});

it('an order without a document holds back what may leave, but for events that were voided', async () => {
  const [, fields = []] = (await redis.xrange(redisKeys.events, '-', '+', 'COUNT', 50)).at(-1) ?? [];
  const order = fields[1] ?? '';
  const seqs = (await filled.log.history(order)).map(({ seq }) => seq).filter((seq) => seq <= 4_000);
  expect(seqs.length).toBeGreaterThan(0);
  const { gen } = await headIn(redis);
  await redis.del(generationKeys(gen).order(order));
  for (const seq of seqs) {
    expect((await plan()).held).toMatchObject({ by: 'order', order });
    await filled.log.voidEvent({ seq, subject: order, reason: 'placed-twice', ...origin });
  }
  expect(await plan()).toMatchObject({ to: 4_000, held: { by: 'end' } });
});
