import { randomUUID } from 'node:crypto';
import { redisKeys } from '@karigar/events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askRedis } from '../../cluster/ask-redis.ts';
import type { RedisNode } from '../../cluster/redis-nodes.ts';
import type { Account } from '../../measuring/accounts.ts';
import { orderBody } from '../../measuring/order-body.ts';
import { ShopHttp } from '../../measuring/shop-http.ts';
import { runRound } from '../fault-round.ts';
import { seededRandom } from '../seeded-random.ts';
import { type ClusterEnvironment, openClusterEnvironment } from './cluster-environment.ts';
import { rolesNow } from './roles.ts';
import { sentinelFaults } from './sentinel-faults.ts';

let environment: ClusterEnvironment;

beforeAll(async () => {
  environment = await openClusterEnvironment({ topology: 'sentinels', buyers: 4 });
});
afterAll(async () => {
  await environment?.close();
});

it('keeps every acknowledged order, once, when the primary is killed and its data is gone', {
  timeout: 400_000,
}, async () => {
  const fault = sentinelFaults.find(({ name }) => name.startsWith('kill -9 of the primary'));
  const result = await runRound(environment, {
    name: 'lost-primary',
    random: seededRandom(3),
    history: [],
    inject: async (injection) => fault?.inject(environment, injection),
  });
  expect(result.findings).toEqual([]);
  // Sold before the fault, and again after it.
  expect(result.acknowledged).toBeGreaterThan(20);
});

it('an operator cannot promote a stale replica, and can the other', { timeout: 300_000 }, async () => {
  const { primary, replicas } = await rolesNow(environment);
  const [stale, current] = replicas;
  const [buyer] = environment.buyers as [Account];
  const seq = (node: RedisNode) => askRedis(node.directAddress, 'HGET', redisKeys.meta, 'seq').then(Number);
  await stale.signal('SIGKILL');
  const before = await seq(current);
  const order = orderBody(buyer, environment.toolIds[0] ?? '');
  const call = { token: buyer.token, key: randomUUID(), body: order };
  // One of the two replicas that are waited for is away: whether it is kept is unknown.
  expect((await new ShopHttp(environment.url).call('POST', '/api/orders', call)).status).toBe(503);
  await expect.poll(() => seq(current), { timeout: 30_000 }).toBeGreaterThan(before);
  // A person promotes only where no Sentinels do; the servers have no part in it.
  await environment.sentinels?.stop();
  await Promise.all(environment.servers.map((server) => server.stop()));
  await primary.signal('SIGKILL');
  await stale.start();
  const promote = (node: RedisNode) =>
    environment.orders('promote', '--to', node.link.address, '--why', 'lost', '--fenced', 'switched off');
  const refused = await promote(stale);
  expect(refused.output).toMatch(/is stale/);
  expect(refused.code).not.toBe(0);
  expect((await promote(current)).output).toMatch(/is the primary of epoch 1\b/);
});
