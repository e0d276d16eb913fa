import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOrderLog } from '@karigar/events';
import { offerTool, samplePlace, sampleTool } from '@karigar/events/sample-shop';
import { afterAll, expect, it } from 'vitest';
import { type RedisNode, startRedisNodes } from './redis-nodes.ts';
import { startSentinels } from './sentinels.ts';

const dir = mkdtempSync(join(tmpdir(), 'karigar-sentinel-shop-'));
const logFile = (name: string) => join(dir, `${name}.log`);

const undo = new AsyncDisposableStack();
undo.defer(() => rmSync(dir, { recursive: true, force: true }));
const nodes = await startRedisNodes(undo, { dir, logFile, count: 3 });
const [primary] = nodes as [RedisNode];
const sentinels = await startSentinels(undo, {
  ...{ dir, logFile, primary: primary.link.address, replicas: 2 },
});
const log = await openOrderLog({ url: sentinels.url, replicas: 2 });
await offerTool(log, sampleTool(), 10_000);
undo.defer(() => log.close());
afterAll(() => undo.disposeAsync());

const place = (name: string) => log.place(samplePlace({ uid: name, idempotencyKey: name }));

it('with all replicas awaited, the primary that Sentinels choose has every acknowledged order', async () => {
  expect(await log.primary.watchedReplicas()).toBe(2);
  const acknowledged = new Map<string, string>();
  let isOver = false;
  const write = async (writer: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      const name = `${writer}-${turn}`;
      // A writer whose answer is lost asks again with the same key, until somebody tells.
      while (!acknowledged.has(name) && !isOver)
        await place(name).then(
          ({ order }) => acknowledged.set(name, order.id),
          () => undefined,
        );
    }
  };
  const writers = Promise.all([1, 2, 3].map(write));
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(20);
  const [old] = nodes as [RedisNode];
  await old.signal('SIGKILL');
  old.loseData();
  const address = old.link.address;
  await expect.poll(() => sentinels.primary(), { timeout: 60_000 }).not.toBe(address);
  const atTheFailover = new Map(acknowledged);
  await old.start();
  // It is filled as a replica, and from then on there are two again to wait for.
  await expect.poll(() => acknowledged.size, { timeout: 90_000 }).toBeGreaterThan(atTheFailover.size + 20);
  isOver = true;
  await writers;
  for (const id of acknowledged.values()) expect(await log.history(id)).toHaveLength(1);
});

it('a Sentinel that missed the last failover is not believed, also where it is asked first', async () => {
  const { order } = await place('before');
  const elsewhere = join(dir, 'elsewhere');
  const [old] = (await startRedisNodes(undo, { dir: elsewhere, logFile, count: 1 })) as [RedisNode];
  const primary = old.link.address;
  const cutOff = await startSentinels(undo, { dir: elsewhere, logFile, primary, replicas: 0, count: 1 });
  const [first] = new URL(cutOff.url.replace('redis+sentinel', 'http')).host.split(',');
  const other = await openOrderLog({ url: sentinels.url.replace('@', `@${first},`) });
  undo.defer(() => other.close());
  expect(await other.history(order.id)).toHaveLength(1);
});
