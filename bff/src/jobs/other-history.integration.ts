import { type OrderLog, openOrderLog, type RecordedEvent, redisKeys } from '@karigar/events';
import { type ReplicatedRedis, startReplicatedRedis } from '@karigar/events/replicated-redis';
import { origin } from '@karigar/events/sample-shop';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cursorOf } from './follow-log.ts';
import { runFollowers } from './testing/run-chores.ts';

const patience = { timeout: 60_000 };
const list = redisKeys.follower('test', 'list');
let redis: ReplicatedRedis;
let log: OrderLog;
let follower: { stop(): Promise<void> };

beforeEach(async () => {
  redis = await startReplicatedRedis();
  log = await openOrderLog({ url: redis.url });
});
afterEach(async () => {
  await follower.stop();
  await log.close();
  await redis.stop();
});

const append = (toolId: string) => log.setStock({ toolId, set: 1, ...origin });
const appendAfterwards = (toolId: string) =>
  expect.poll(() => append(toolId).then(() => 'written', String), patience).toBe('written');
const told = () => log.redis.run((connection) => connection.lRange(list, 0, -1)).catch(String);

/** Follows like the follower of mail, from the end of the log on. `before` is waited for ahead of each batch. */
async function follow(before: (events: readonly RecordedEvent[]) => unknown = () => undefined) {
  follower = await runFollowers(log, [
    {
      name: 'test',
      beginsAt: 'end',
      async take(events) {
        await before(events);
        const subjects = events.map(({ subject }) => subject);
        await log.redis.run((connection) => connection.rPush(list, subjects));
      },
      forget: async () => undefined,
    },
  ]);
  await expect.poll(() => cursorOf(log.redis, 'test'), patience).toBe(1);
}

it('goes on from the cursor of a promoted Redis that lacks the last events, and tells of all that stand in their place', async () => {
  await append('a');
  await follow();
  await append('b');
  await expect.poll(told, patience).toEqual(['b']);
  await redis.part();
  for (const lost of ['lost1', 'lost2']) await append(lost);
  await expect.poll(told, patience).toEqual(['b', 'lost1', 'lost2']);
  await redis.failOver();
  for (const next of ['c', 'd', 'e']) await appendAfterwards(next);
  await expect.poll(told, patience).toEqual(['b', 'c', 'd', 'e']);
});

it('does again what a promoted Redis holds the events of, but not the work', async () => {
  await append('a');
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await follow((events) => (events.some(({ subject }) => subject === 'held') ? opened : undefined));
  await append('b');
  await expect.poll(told, patience).toEqual(['b']);
  await append('held');
  await redis.part();
  open();
  await expect.poll(() => cursorOf(log.redis, 'test'), patience).toBe(3);
  await redis.failOver();
  await expect.poll(told, patience).toEqual(['b', 'held']);
  await appendAfterwards('c');
  await expect.poll(told, patience).toEqual(['b', 'held', 'c']);
});
