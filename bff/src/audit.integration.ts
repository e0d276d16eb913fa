import { openOrderLog, redisKeys } from '@karigar/events';
import { startRedis } from '@karigar/events/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { auditPage, changeAudited, recordAudit } from './audit.ts';

const server = await startRedis();
const log = await openOrderLog({ url: server.url });
const redis = log.redis;
beforeEach(() => redis.run((connection) => connection.del([redisKeys.audit, own, other])));
afterAll(async () => {
  await log.close();
  await server.stop();
});

const by = { actor: 'admin:amal@shop.example', uid: 'u1', correlationId: 'r1' };
const [own, other] = [redisKeys.record('own'), redisKeys.record('other')];
const stored = (key: string) => redis.run((connection) => connection.get(key));
const all = async (search = '') => (await auditPage(redis, { search, limit: 1_000 })).entries;

it('a change and its entry are made together, or neither', async () => {
  const action = { kind: 'admin.made', subject: 'rina@shop.example', detail: { from: 'user' } };
  const change = (seenOwn: string | null, seenOther: string | null) =>
    changeAudited(
      redis,
      [
        { key: own, seen: seenOwn, value: 'new' },
        { key: other, seen: seenOther },
      ],
      by,
      action,
    );
  expect(await change(null, 'something')).toBe(false);
  expect(await change('something', null)).toBe(false);
  expect([await stored(own), await all()]).toEqual([null, []]);
  expect(await change(null, null)).toBe(true);
  expect([await stored(own), await stored(other)]).toEqual(['new', null]);
  expect(await all()).toMatchObject([{ ...by, ...action }]);
  expect(await change('new', null)).toBe(true);
  expect(await all()).toHaveLength(2);
});

it('what was recorded is listed newest first, page by page, and found by any of its texts', async () => {
  for (let n = 1; n <= 7; n += 1)
    await recordAudit(redis, by, { kind: n % 2 === 0 ? 'order.shipped' : 'tool.changed', subject: `s${n}` });
  const subjects = async (search: string, cursor?: string) => {
    const { entries, nextCursor } = await auditPage(redis, { search, limit: 3, cursor });
    return { found: entries.map(({ subject }) => subject), nextCursor };
  };
  const first = await subjects('');
  expect(first.found).toEqual(['s7', 's6', 's5']);
  const second = await subjects('', first.nextCursor ?? '');
  expect(second.found).toEqual(['s4', 's3', 's2']);
  expect(await subjects('', second.nextCursor ?? '')).toEqual({ found: ['s1'], nextCursor: null });
  expect((await subjects('SHIPPED')).found).toEqual(['s6', 's4', 's2']);
  expect((await subjects('amal@shop')).found).toEqual(['s7', 's6', 's5']);
  expect((await subjects('s3')).found).toEqual(['s3']);
});

it('a search looks at a bounded part of a long record at a time, and goes on from there', async () => {
  await recordAudit(redis, by, { kind: 'tool.deleted', subject: 'needle' });
  await redis.run(async (connection) => {
    const pipeline = connection.multi();
    for (let n = 0; n < 6_000; n += 1)
      pipeline.xAdd(redisKeys.audit, '*', { kind: 'order.shipped', subject: 'hay' });
    await pipeline.exec();
  });
  const first = await auditPage(redis, { search: 'needle', limit: 10 });
  expect(first.entries).toEqual([]);
  const second = await auditPage(redis, { search: 'needle', limit: 10, cursor: first.nextCursor ?? '' });
  expect(second).toMatchObject({ entries: [{ subject: 'needle' }], nextCursor: null });
});
