import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { openScan, type Scan } from '../log/open-scan.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { startRedis } from '../testing/start-redis.ts';
import { isRecordKey } from './record-lines.ts';
import { type RecordTracker, recordPrefixes, trackRecords } from './record-tracker.ts';

let own: Redis;
let other: Redis;
let scan: Scan;
let tracker: RecordTracker;
const tool = redisKeys.tool('t,1');

const redis = await startRedis();
beforeEach(async () => {
  own = await rawRedis(redis.url);
  other = await rawRedis(redis.url);
  await other.flushall();
  scan = await openScan(redis.url, 'tracked');
  tracker = await trackRecords(scan.client);
});
afterEach(async () => {
  tracker.close();
  await scan.close();
  for (const connection of [own, other]) connection.disconnect();
});
afterAll(() => redis.stop());

const changed = async () => [...(await tracker.take())].sort();

it('names what is changed by another connection, by its own, by a transaction and by a script, once', async () => {
  await other.set(tool, '1');
  await other.set(tool, '2');
  expect(await changed()).toEqual([tool]);
  expect(await changed()).toEqual([]);
  await own.zadd(redisKeys.tools, 1, 't');
  expect(await changed()).toEqual([redisKeys.tools]);
  await other.multi().hset(redisKeys.intents, 'o', '1').xadd(redisKeys.ops, '*', 'kind', 'x').exec();
  expect(await changed()).toEqual([redisKeys.intents, redisKeys.ops]);
  await other.eval("redis.call('SADD', KEYS[1], 'a')", 1, redisKeys.record('marks'));
  expect(await changed()).toEqual([redisKeys.record('marks')]);
});

it('names what is removed, renamed, or has reached the end of its life', async () => {
  await other.set(tool, '1', 'PX', 2_000);
  await other.set(redisKeys.review('r'), '1');
  expect(await changed()).toEqual([redisKeys.review('r'), tool]);
  await expect.poll(() => other.exists(tool)).toBe(0);
  expect(await changed()).toEqual([tool]);
  await other.rename(redisKeys.review('r'), redisKeys.review('s'));
  expect(await changed()).toEqual([redisKeys.review('r'), redisKeys.review('s')]);
  await other.unlink(redisKeys.review('s'));
  expect(await changed()).toEqual([redisKeys.review('s')]);
});

it('hears nothing of the log and what is made of it, of locks and of other programs', async () => {
  const foreign = [redisKeys.lease('x'), redisKeys.follower('x'), '{o}:g1:totals', 'x'];
  for (const key of foreign) await other.set(key, '1');
  await other.hset(redisKeys.meta, 'a', 'b');
  await other.xadd(redisKeys.events, '1-0', 'a', 'b');
  expect(await changed()).toEqual([]);
});

it('fails for good when everything was removed at once', async () => {
  await other.flushall();
  await expect.poll(() => tracker.take().then(() => 'went on', String)).toContain('Redis is not available');
});

it('loses no write among many that come while it is asked', async () => {
  const names = Array.from({ length: 2_000 }, (_, n) => redisKeys.profile(String(n)));
  const found = new Set<string>();
  let writing = true;
  const asking = (async () => {
    while (writing) for (const key of await tracker.take()) found.add(key);
  })();
  await Promise.all(names.map((key) => other.set(key, '1')));
  writing = false;
  await asking;
  for (const key of await tracker.take()) found.add(key);
  expect(found).toEqual(new Set(names));
});

it('fails for good when Redis is restarted, instead of missing what was written meanwhile', async () => {
  await redis.restart();
  for (const _ of [1, 2]) await expect(tracker.take()).rejects.toThrow();
});

it('fails for good when the connection that listens is cut', async () => {
  const list = String(await other.client('LIST'));
  const [, id = ''] = /id=(\d+) .* sub=1 /.exec(list) ?? [];
  await other.client('KILL', 'ID', id);
  await expect.poll(() => tracker.take().then(() => 'went on', String)).toContain('Redis is not available');
});

it('knows the key of every plain record', () => {
  const keys = Object.values(redisKeys).map((key) => (typeof key === 'string' ? key : key('ops')));
  const records = keys.filter(isRecordKey);
  expect(records.length).toBeGreaterThan(10);
  expect(records.filter((key) => !recordPrefixes.some((prefix) => key.startsWith(prefix)))).toEqual([]);
});
