import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOrder, RunningShop } from '../testing/running-shop.ts';
import { runOperator } from './testing/run-operator.ts';

let shop: RunningShop;
beforeAll(async () => {
  shop = await RunningShop.start();
});
afterAll(() => shop?.stop());

it('a request whose key and address are names of stored fields does not keep the shop from its backup', async () => {
  const rahim = await shop.person('rahim@example.com');
  const toolId = await shop.newTool();
  for (const name of ['requestHash', 'correlationId', 'hash', 'data', 'actor', 'subject']) {
    const answer = await shop.json('post', '/orders', {
      as: rahim,
      body: { ...anOrder(rahim, toolId), name, address: name, city: name, zip: name },
      headers: { 'Idempotency-Key': `${name}-${name}` },
    });
    expect(answer.status).toBe(201);
  }
  const file = join(shop.dataDir, 'any.ndjson.gz');
  const variables = { REDIS_URL: shop.redis.url, DATA_DIR: shop.dataDir };
  expect(await runOperator(['export', file], variables)).toMatchObject({ code: 0, err: '' });
  expect(await runOperator(['verify', '--against', `${file}.manifest.json`], variables)).toMatchObject({
    code: 0,
    err: '',
  });
});
