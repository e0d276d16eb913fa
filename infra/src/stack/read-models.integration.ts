import { openOrderLog, redisKeys } from '@karigar/events';
import { memoryObjects } from '@karigar/events/memory-objects';
import { startRedis } from '@karigar/events/testing';
import { expect, onTestFinished, test } from 'vitest';
import { renewReadModels } from './read-models.ts';

test('read models of another release are made anew, once, and those of this one are left alone', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const objects = memoryObjects();
  expect(await renewReadModels(redis.url, objects)).toBe(false);
  const log = await openOrderLog({ url: redis.url });
  onTestFinished(() => log.close());
  expect(await renewReadModels(redis.url, objects)).toBe(false);

  await log.redis.run((connection) => connection.hSet(redisKeys.meta, 'code', 'p0'));
  await expect(log.ping()).rejects.toThrow('may not write');
  expect(await renewReadModels(redis.url, objects)).toBe(true);
  await log.ping();
  expect(await renewReadModels(redis.url, objects)).toBe(false);
});
