import { openOrderLog } from '@karigar/events';
import { startRedis, startReplica } from '@karigar/events/testing';
import { afterAll, expect, it } from 'vitest';
import { recordOps } from '../ops.ts';
import { RunningShop } from '../testing/running-shop.ts';

const patience = { timeout: 60_000, interval: 200 };

const primary = await startRedis(['--maxmemory', '100mb']);
const replica = await startReplica(primary);
const shop = await RunningShop.start({ REDIS_URL: primary.url, REPLICAS: '1' }, { redis: primary });
const rahim = await shop.person('rahim@example.com');
const toolId = await shop.newTool();
afterAll(async () => {
  replica.resume();
  await shop.stop();
  await replica.stop();
});

const shown = async () => (await fetch(`${shop.shop.url}/metrics`)).text();
/** The value of a series by its name and labels; undefined where there is none. */
const value = async (series: string): Promise<number | undefined> => {
  const line = (await shown()).split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
};
const place = () => shop.place(rahim, toolId);

it('a replica is shown with what it lacks, and the waits for it are counted', async () => {
  expect((await place()).status).toBe(201);
  expect(await value('karigar_replicas_wanted')).toBe(1);
  expect(await value('karigar_replicas_connected')).toBe(1);
  expect(await value('karigar_primary_found')).toBe(1);
  const lag = `karigar_replica_behind_bytes{replica="127.0.0.1:${replica.port}"}`;
  await expect.poll(() => value(lag), patience).toBe(0);
  expect(await value(lag.replace('behind_bytes', 'silent_seconds'))).toBeGreaterThanOrEqual(0);
  expect(await value('karigar_replica_wait_seconds_count')).toBeGreaterThan(0);
  const before = (await value('karigar_replica_unconfirmed_total')) ?? 0;
  replica.pause();
  expect((await place()).status).toBe(503);
  expect(await value('karigar_replica_unconfirmed_total')).toBeGreaterThan(before);
  expect(await value(lag)).toBeGreaterThan(0);
  replica.resume();
  await expect.poll(async () => (await place()).status, patience).toBe(201);
});

it('memory, the append-only file, and how far everybody has followed the log', async () => {
  expect(await value('karigar_redis_used_bytes')).toBeGreaterThan(100_000);
  expect(await value('karigar_redis_max_bytes')).toBe(100 * 1024 * 1024);
  for (const what of ['write', 'rewrite'])
    expect(await value(`karigar_redis_file_ok{what="${what}"}`)).toBe(1);
  const head = await value('karigar_log_head_seq');
  expect(head).toBeGreaterThan(2);
  for (const follower of ['live', 'follower']) {
    const name = follower === 'live' ? '' : '_notices';
    await expect.poll(() => value(`karigar_${follower}_behind${name}`), patience).toBe(0);
    expect(await value(`karigar_${follower}_seq${name}`)).toBe(head);
  }
  expect(await value('karigar_orders_for_decision')).toBe(0);
  expect(await value('karigar_notice_late_seconds')).toBe(0);
});

it('the last verification, export and backup of keys, and payments that need a person', async () => {
  expect(await value('karigar_verified_timestamp_seconds')).toBe(0);
  const log = await openOrderLog({ url: primary.url });
  const note = { who: 'ops:amal', why: 'test' };
  await recordOps(log.redis, { ...note, kind: 'verify', detail: { seq: 3, differences: 2 } });
  await recordOps(log.redis, { ...note, kind: 'export', detail: {} });
  await recordOps(log.redis, { ...note, kind: 'keys', detail: { exported: 3, erased: 0 } });
  await recordOps(log.redis, { ...note, kind: 'payment.mismatch', detail: {} });
  await log.close();
  const text = await shown();
  expect(text).toMatch(/^karigar_verify_differences 2$/m);
  expect(text).toMatch(/^karigar_payments_for_person 1$/m);
  for (const name of ['verified', 'exported', 'keys_exported']) {
    const at = Number(new RegExp(`^karigar_${name}_timestamp_seconds (.*)$`, 'm').exec(text)?.[1]);
    expect(Math.abs(Date.now() / 1_000 - at)).toBeLessThan(600);
  }
  const page = await shop.json('get', '/operations', { as: await shop.admin() });
  expect(page.body).toMatchObject({
    replicas: { wanted: 1, connected: 1 },
    lastVerification: { differences: 2, by: 'ops:amal' },
    needsPerson: [{ kind: 'payment.mismatch' }],
  });
});

it('without its Redis a shop says that it finds none, and tells nothing that it cannot know', async () => {
  await primary.kill();
  expect(await value('karigar_primary_found')).toBe(0);
  const text = await shown();
  expect(text).toMatch(/^karigar_replicas_wanted 1$/m);
  expect(text).toMatch(/^karigar_dependency_up\{name="redis"\} 0$/m);
  expect(text).not.toMatch(/^karigar_(log_head_seq|replicas_connected|orders_for_decision|redis_)/m);
});
