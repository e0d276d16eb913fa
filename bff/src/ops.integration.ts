import { openOrderLog } from '@karigar/events';
import { startRedis } from '@karigar/events/testing';
import { afterAll, expect, it } from 'vitest';
import { opsEntries, recordOps } from './ops.ts';

const server = await startRedis();
const log = await openOrderLog({ url: server.url });
afterAll(async () => {
  await log.close();
  await server.stop();
});

it('records of operators are listed newest first', async () => {
  const { redis } = log;
  await recordOps(redis, { kind: 'rebuild', who: 'ops:amal', why: 'new release', detail: { gen: 2 } });
  await recordOps(redis, { kind: 'refund', who: 'system:payments', why: 'order gone', detail: {} });
  expect(await opsEntries(redis, 1)).toMatchObject([{ kind: 'refund', who: 'system:payments' }]);
  expect((await opsEntries(redis, 9))[1]).toMatchObject({ why: 'new release', detail: { gen: 2 } });
});

it('a note that is named is made once', async () => {
  const note = { kind: 'note', who: 'ops:amal', why: 'once', detail: {} };
  for (let times = 0; times < 3; times += 1) await recordOps(log.redis, note, 'named');
  expect((await opsEntries(log.redis, 9)).filter(({ why }) => why === 'once')).toHaveLength(1);
});
