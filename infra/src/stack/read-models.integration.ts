import { openOrderLog, redisKeys } from '@karigar/events';
import { memoryObjects } from '@karigar/events/memory-objects';
import { startRedis } from '@karigar/events/testing';
import { expect, onTestFinished, test } from 'vitest';
import { renewReadModels } from './read-models.ts';

test('read models of another release or time zone are made anew, once, and those of this one are left alone', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const objects = memoryObjects();
  const renew = (timeZone = 'Asia/Dhaka') => renewReadModels(redis.url, objects, timeZone);
  expect(await renew()).toBe(false);
  const log = await openOrderLog({ url: redis.url });
  onTestFinished(() => log.close());
  expect(await renew()).toBe(false);

  await log.redis.run((connection) => connection.hSet(redisKeys.meta, 'code', 'p0'));
  await expect(log.ping()).rejects.toThrow('may not write');
  expect(await renew()).toBe(true);
  await log.ping();
  expect(await renew()).toBe(false);
  expect(await renew('UTC')).toBe(true);
  await expect(log.ping()).rejects.toThrow('may not write');
});
