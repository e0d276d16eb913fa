import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Tool } from '../contracts/tool.ts';
import { anOrder, RunningShop } from '../testing/running-shop.ts';

const shop = await RunningShop.start({ RATE_LIMIT: 'on' });
const admin = await shop.admin();
const rahim = await shop.person('rahim@example.com');
const toolId = await shop.newTool();
afterAll(() => shop.stop());

const key = randomUUID();
const order = () =>
  shop.json<{ insertedId: string; code: string }>('post', '/orders', {
    as: rahim,
    body: anOrder(rahim, toolId),
    headers: { 'Idempotency-Key': key },
  });
const untilReady = () =>
  expect
    .poll(() => shop.call('get', '/readyz').then((answer) => answer.status), { timeout: 60_000 })
    .toBe(200);

/** Calls that need Redis, each with what it answers when all is well. */
const calls = (): [string, string, unknown?][] => [
  ['post', '/orders', anOrder(rahim, toolId)],
  ['get', '/orders'],
  ['get', '/user'],
  ['get', '/reviews'],
  ['put', `/tools/${toolId}`, { price: 14 }],
];

async function allRefused(): Promise<void> {
  const begin = performance.now();
  const answers = await Promise.all(
    calls().map(([method, path, body]) =>
      shop.json(method, path, { as: method === 'post' ? rahim : admin, body }),
    ),
  );
  expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
    answers.map(() => [503, 'UNAVAILABLE']),
  );
  for (const answer of answers) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  // Each answer comes within two seconds; the bound here only keeps a hanging server from passing.
  expect(performance.now() - begin).toBeLessThan(15_000);
}

describe('while Redis is away', () => {
  it('frozen: calls are refused in time, and go on without a restart', async () => {
    shop.redis.pause();
    try {
      await allRefused();
      const ready = await shop.call('get', '/readyz');
      const body = (await ready.json()) as { ready: boolean; dependencies: { name: string; ok: boolean }[] };
      expect([ready.status, body.ready]).toEqual([503, false]);
      expect(body.dependencies.find((one) => one.name === 'redis')?.ok).toBe(false);
      expect((await shop.call('get', '/healthz')).status).toBe(200);
    } finally {
      shop.redis.resume();
    }
    await untilReady();
    await expect.poll(() => order().then((answer) => answer.status), { timeout: 60_000 }).toBe(201);
  });

  it('dead: calls are refused, and what was accepted is there after its restart', async () => {
    const before = (await order()).body.insertedId;
    await shop.redis.kill();
    await allRefused();
    const refused = await shop.json('get', '/tools');
    expect([refused.status, refused.body.code]).toEqual([503, 'UNAVAILABLE']);
    await shop.redis.restart();
    await untilReady();
    await expect
      .poll(() => order().then((answer) => answer.body.insertedId), { timeout: 60_000 })
      .toBe(before);
    const available = async () => (await shop.json<Tool>('get', `/tools/${toolId}`)).body.availableQuantity;
    await expect.poll(available, { timeout: 60_000 }).toBe(98);
  });
});
