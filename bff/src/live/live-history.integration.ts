import { type ReplicatedRedis, startReplicatedRedis } from '@karigar/events/replicated-redis';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Order } from '../contracts/order.ts';
import type { Tool } from '../contracts/tool.ts';
import { RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { listen } from './testing/listen.ts';

const patience = { timeout: 60_000 };
let redis: ReplicatedRedis;
/** Two servers of one shop. */
let first: RunningShop;
let second: RunningShop;
let toolId: string;

beforeEach(async () => {
  redis = await startReplicatedRedis();
  const environment = { REDIS_URL: redis.url };
  first = await RunningShop.start(environment, { redis: redis.primary });
  second = await RunningShop.start(environment, { redis: redis.primary, dataDir: first.dataDir });
  toolId = await first.newTool();
});
afterEach(async () => {
  await second.stop({ keepRedis: true });
  await first.stop({ keepRedis: true });
  await redis.stop();
});

async function place(shop: RunningShop, person: TestPerson): Promise<string> {
  const { status, body } = await shop.place(person, toolId);
  expect(status).toBe(201);
  return body.insertedId;
}

it('an id of one server is understood by another', async () => {
  const rahim = await first.person('rahim@live.test');
  const stream = await listen(first, rahim);
  await place(first, rahim);
  await expect.poll(() => stream.orders().length, patience).toBe(1);
  stream.stop();
  const missed = await place(first, rahim);
  const again = await listen(second, rahim, stream.messages.at(-1)?.id);
  await expect.poll(() => again.orders().map((one) => one.orderId), patience).toEqual([missed]);
  again.stop();
});

it('every stream hears that the log has another history, and nothing of the former one is told or shown', async () => {
  const [rahim, admin] = [await first.person('rahim@live.test'), await first.admin()];
  // A server has read an event once one of its streams has told it: later streams begin after it.
  const earlier = [await listen(first, rahim), await listen(second, rahim)];
  const shared = await place(first, rahim);
  for (const stream of earlier) {
    await expect.poll(() => stream.orders().length, patience).toBe(1);
    stream.stop();
  }
  const available = async (shop: RunningShop) =>
    (await shop.json<Tool>('get', `/tools/${toolId}`)).body.availableQuantity;
  const before = await available(first);
  const [own, all, elsewhere] = [
    await listen(first, rahim),
    await listen(first, admin),
    await listen(second, rahim),
  ];
  const sharedId = own.messages[0]?.id ?? '';
  await redis.part();
  const lost = await place(first, rahim);
  for (const stream of [own, all, elsewhere])
    await expect.poll(() => stream.orders().map((one) => one.orderId), patience).toEqual([lost]);
  await redis.failOver();
  const resync = {
    event: 'resync',
    data: '{"history":"other"}',
    id: expect.stringMatching(/^\d+\.[0-9a-f]{16}$/),
  };
  for (const stream of [own, all, elsewhere])
    await expect.poll(() => stream.messages.at(-1), patience).toEqual(resync);
  // Until a server has found the new primary it answers "try again".
  for (const shop of [first, second]) {
    const status = async () => (await shop.call('get', `/orders/${rahim.email}`, { as: rahim })).status;
    await expect.poll(status, patience).toBe(200);
  }
  // Only an event that the log still holds can be gone on after.
  for (const [id, event] of [
    [all.messages.findLast((one) => one.event === 'order')?.id, 'resync'],
    [sharedId, 'ready'],
  ]) {
    const again = await listen(second, rahim, id);
    expect(again.messages[0]?.event).toBe(event);
    again.stop();
  }
  const orders = async (shop: RunningShop) =>
    (await shop.json<Order[]>('get', `/orders/${rahim.email}`, { as: rahim })).body.map(({ _id }) => _id);
  for (const shop of [first, second]) {
    expect(await orders(shop)).toEqual([shared]);
    await expect.poll(() => available(shop), patience).toBe(before);
  }
  const next = await place(second, rahim);
  for (const stream of [own, all, elsewhere]) {
    await expect.poll(() => stream.orders().map((one) => one.orderId), patience).toEqual([lost, next]);
    // Once more when the servers have all followed: the first time, another one may have answered from the former history.
    const resyncs = () => stream.messages.filter(({ event }) => event === 'resync').length;
    await expect.poll(resyncs, patience).toBe(2);
    stream.stop();
  }
});
