import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openScanConnection, rebuild, redisKeys, verify } from '@karigar/events';
import { fillLog } from '@karigar/events/filling';
import { asFormerLog } from '@karigar/events/former-log';
import { startRedis } from '@karigar/events/testing';
import { expect, onTestFinished, test } from 'vitest';
import { sealPast } from './seal-past.ts';

test('the past of a local shop is sealed once, with keys in its data folder', async () => {
  const redis = await startRedis();
  const dataDir = await mkdtemp(join(tmpdir(), 'karigar-seal-past-'));
  const connection = await openScanConnection(redis.url, 'test');
  onTestFinished(async () => {
    connection.disconnect();
    await redis.stop();
    await rm(dataDir, { recursive: true });
  });
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir };
  expect(await sealPast(redis.url, env)).toBe(false);
  await fillLog({ url: redis.url, orders: 40 });
  expect(await sealPast(redis.url, env)).toBe(false);

  await asFormerLog(connection);
  await rebuild(connection);
  expect(await sealPast(redis.url, env)).toBe(true);
  expect(await verify(connection)).toMatchObject({ count: 0 });
  expect(await connection.exists(redisKeys.unsealed)).toBe(1);
  expect(await sealPast(redis.url, env)).toBe(false);

  await connection.hset(redisKeys.meta, 'code', 'sealing:swapped');
  await expect(sealPast(redis.url, { ...env, DATA_KEY: 'wrong' })).rejects.toThrow(
    'DATA_KEY is not 32 bytes',
  );
  expect(await sealPast(redis.url, env)).toBe(true);
});
