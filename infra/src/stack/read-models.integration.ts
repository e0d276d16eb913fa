import { openOrderLog, openScanConnection, redisKeys } from '@karigar/events';
import { startRedis } from '@karigar/events/testing';
import { expect, onTestFinished, test } from 'vitest';
import { renewReadModels } from './read-models.ts';

test('read models of another release are made anew, once, and those of this one are left alone', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  expect(await renewReadModels(redis.url, {})).toBe(false);
  const log = await openOrderLog({ url: redis.url });
  onTestFinished(() => log.close());
  expect(await renewReadModels(redis.url, {})).toBe(false);

  const connection = await openScanConnection(redis.url, 'test');
  onTestFinished(() => connection.disconnect());
  await connection.hset(redisKeys.meta, 'code', 'p0');
  await expect(log.ping()).rejects.toThrow('may not write');
  expect(await renewReadModels(redis.url, {})).toBe(true);
  await log.ping();
  expect(await renewReadModels(redis.url, {})).toBe(false);
});
