import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askRedis, replicationField } from './ask-redis.ts';
import { type RedisNode, startRedisNodes, untilLinked } from './redis-nodes.ts';
import { type Sentinels, startSentinels } from './sentinels.ts';
import { until } from './until.ts';

const dir = mkdtempSync(join(tmpdir(), 'karigar-nodes-'));
const logFile = (name: string) => join(dir, `${name}.log`);
let nodes: RedisNode[] = [];
let sentinels: Sentinels | undefined;

beforeAll(async () => {
  nodes = await startRedisNodes({ dir, logFile, count: 3 });
  const [primary] = nodes as [RedisNode];
  sentinels = await startSentinels({ dir, logFile, primary: primary.link.address, replicas: 2 });
});
afterAll(async () => {
  await sentinels?.stop();
  await Promise.all(nodes.map((node) => node.stop()));
  rmSync(dir, { recursive: true, force: true });
});

it('a primary that is cut off from everybody is replaced, and becomes a replica when it is back', async () => {
  const [old, ...others] = nodes as [RedisNode, RedisNode, RedisNode];
  await askRedis(old.directAddress, 'SET', 'known', 'to all');
  await askRedis(old.directAddress, 'WAIT', '2', '5000');
  old.link.cut();
  await expect(askRedis(old.link.address, 'PING')).rejects.toThrow();
  let told = '';
  await until('another one is the primary', async () => {
    told = (await sentinels?.primary()) ?? '';
    return others.some(({ link }) => link.address === told);
  });
  const successor = others.find(({ link }) => link.address === told) as RedisNode;
  expect(await askRedis(successor.directAddress, 'GET', 'known')).toBe('to all');
  // Nobody reaches it, so nobody has told it either.
  expect(await replicationField(old.directAddress, 'role')).toBe('master');
  old.link.heal();
  await until(
    'the old primary is a replica',
    async () => (await replicationField(old.directAddress, 'role')) === 'slave',
  );
  await untilLinked(old);
});

it('a node that lost its data comes back empty, and is filled again as a replica', async () => {
  const primary = (await sentinels?.primary()) ?? '';
  const lost = nodes.find(({ link }) => link.address !== primary) as RedisNode;
  await lost.signal('SIGKILL');
  lost.loseData();
  await lost.start();
  expect(await askRedis(lost.directAddress, 'DBSIZE')).toBe('0');
  await until(
    'it is a replica',
    async () => (await replicationField(lost.directAddress, 'role')) === 'slave',
  );
  await untilLinked(lost);
  expect(await askRedis(lost.directAddress, 'GET', 'known')).toBe('to all');
});
