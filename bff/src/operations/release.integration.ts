import { redisKeys } from '@karigar/events';
import { afterAll, expect, it } from 'vitest';
import { runOperator } from '../operator/testing/run-operator.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { RunningShop } from '../testing/running-shop.ts';

const shop = await RunningShop.start();
afterAll(() => shop.stop());

it('a server whose release has to rebuild first is not ready, and becomes so by the rebuild alone', async () => {
  const rahim = await shop.person('rahim@example.com');
  const toolId = await shop.newTool();
  const order = () => shop.place(rahim, toolId);
  const ready = async () => (await shop.call('get', '/readyz')).status;
  const redis = await rawRedis(shop.redis.url);
  try {
    expect(await ready()).toBe(200);
    await redis.hSet(redisKeys.meta, 'code', 'the-release-before');
    await expect.poll(ready).toBe(503);
    expect([(await order()).status, (await shop.call('get', '/tools')).status]).toEqual([503, 200]);
    const rebuilt = await runOperator(['rebuild'], { REDIS_URL: shop.redis.url, DATA_DIR: shop.dataDir });
    expect(rebuilt).toMatchObject({ code: 0, err: '' });
    await expect.poll(ready).toBe(200);
    expect((await order()).status).toBe(201);
  } finally {
    redis.destroy();
  }
});
