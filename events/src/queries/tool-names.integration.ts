import { afterAll, beforeAll, expect, it } from 'vitest';
import { openScanConnection } from '../log/scan-connection.ts';
import { openOrderLog } from '../open-order-log.ts';
import type { OrderLog } from '../order-log.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { generationSnapshot } from '../testing/store-snapshot.ts';
import { verify } from '../verify/verify.ts';

let redis: TestRedis;
let log: OrderLog;

beforeAll(async () => {
  redis = await startRedis();
  log = await openOrderLog({ url: redis.url, commandTimeoutMs: 30_000 });
  await offerTool(log, sampleTool({ id: 'plane', name: 'Wood Plane' }), 9);
  await offerTool(log, sampleTool({ id: 'saw', name: 'Hand Saw' }), 9);
});
afterAll(async () => {
  await log?.close();
  await redis?.stop();
});

const place = async (toolId: string, idempotencyKey: string) =>
  (await log.place(samplePlace({ toolId, idempotencyKey }))).order.id;
const search = (more: object = {}) => log.orders({ limit: 5, search: 'plane', ...more });

it('a tool name whose orders were all deleted stays known, and searching it finds nothing', async () => {
  const orderId = await place('plane', 'a');
  await place('saw', 'b');
  await log.remove({ orderId, reason: 'r', expectedIntent: null, ...origin });
  const person = { email: 'rina@example.com' };
  const queries = [{}, person, { from: 1 }, { ...person, from: 1 }, { ...person, states: ['unpaid'] }];
  for (const query of queries) {
    expect(await search(query)).toEqual({ orders: [], total: 0, nextCursor: null });
  }
  const live = await generationSnapshot(log);
  expect(live.names).toEqual({ 'Hand Saw': '', 'Wood Plane': '' });

  const scan = await openScanConnection(redis.url, 'names');
  try {
    expect((await verify(scan)).differences).toEqual([]);
    await rebuild(scan, { batchSize: 1 });
    expect(await generationSnapshot(log)).toEqual(live);
    expect(await search()).toMatchObject({ orders: [], total: 0 });

    const again = await place('plane', 'c');
    expect(await search()).toMatchObject({ orders: [{ id: again }], total: 1 });
    expect((await verify(scan)).differences).toEqual([]);
  } finally {
    scan.disconnect();
  }
});
