import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askNode, visit } from '../log/node-state.ts';
import { openOrderLog } from '../open-order-log.ts';
import { type ReplicatedRedis, startReplicatedRedis } from '../testing/replicated-redis.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { hasRejoined, type LogTail, planRejoin, rejoin } from './rejoin.ts';

let pair: ReplicatedRedis;
const nameOf = ({ port }: TestRedis) => `127.0.0.1:${port}`;
const say = (node: TestRedis, ...words: string[]) =>
  visit(node.url, 5_000, (connection) => connection.sendCommand(words));

/** Opens the log of one node alone, as a server that reaches no other would. */
async function at<T>(node: TestRedis, work: (log: Awaited<ReturnType<typeof openOrderLog>>) => Promise<T>) {
  const log = await openOrderLog({ url: node.url });
  return work(log).finally(() => log.close());
}
const placeAt = (node: TestRedis, ...keys: string[]) =>
  at(node, async (log) => {
    for (const idempotencyKey of keys) await log.place(samplePlace({ idempotencyKey }));
  });

beforeEach(async () => {
  pair = await startReplicatedRedis();
  await at(pair.primary, (log) => offerTool(log, sampleTool(), 1_000));
  await pair.everythingArrives();
});
afterEach(() => pair.stop());

/** Runs the whole, and answers what was saved: the last shared event, and the events of each time. */
async function rejoined(node: TestRedis, meanwhile: (turn: number) => Promise<void> = async () => undefined) {
  const plan = await planRejoin(pair.url, nameOf(node));
  const saved: { shared: number; ids: string[] }[] = [];
  const save = async (tail: LogTail) => {
    const ids: string[] = [];
    for await (const { id } of tail.lines()) ids.push(id);
    saved.push({ shared: tail.shared, ids });
    await meanwhile(saved.length);
  };
  const { signal } = new AbortController();
  const done = await rejoin(plan, { save, signal });
  expect(await hasRejoined(plan, signal, () => undefined)).toBe(true);
  return { saved, done };
}

describe('an old primary that is up again', () => {
  it('becomes a healthy replica once exactly its tail is saved', async () => {
    await placeAt(pair.primary, 'a', 'b', 'c');
    await pair.part();
    await placeAt(pair.primary, 'd', 'e');
    await pair.failOver();
    await placeAt(pair.replica, 'x', 'y', 'z');
    await pair.primary.restart();
    const { saved, done } = await rejoined(pair.primary);
    expect(saved).toEqual([{ shared: 4, ids: ['5-0', '6-0'] }]);
    expect(done).toMatchObject({ shared: 4, tail: 2 });
    const head = await askNode(pair.replica.url, 5_000);
    expect(await askNode(pair.primary.url, 5_000)).toMatchObject({
      isPrimary: false,
      linked: true,
      seq: 7,
      hash: head.hash,
    });
    expect((await planRejoin(pair.url, nameOf(pair.primary))).isReplica).toBe(true);
  });

  it('is saved again when a server that still reaches it writes meanwhile', async () => {
    await pair.part();
    await pair.failOver();
    await pair.primary.restart();
    await placeAt(pair.primary, 'first');
    const { saved } = await rejoined(pair.primary, async (turn) => {
      // Somebody lets the writers go on in the middle.
      await say(pair.primary, 'CLIENT', 'UNPAUSE');
      if (turn === 1) await placeAt(pair.primary, 'second');
    });
    expect(saved.map(({ ids }) => ids)).toEqual([['2-0'], ['2-0', '3-0']]);
  });

  it('has nothing to save where it is empty, or lacks events only', async () => {
    await pair.failOver();
    await placeAt(pair.replica, 'x');
    await pair.primary.restart();
    await say(pair.primary, 'FLUSHALL');
    expect((await rejoined(pair.primary)).saved).toEqual([]);
    await say(pair.primary, 'REPLICAOF', '127.0.0.1', '1');
    await placeAt(pair.replica, 'y');
    expect((await rejoined(pair.primary)).saved).toEqual([]);
    expect(await askNode(pair.primary.url, 5_000)).toMatchObject({ isPrimary: false, linked: true, seq: 3 });
  });

  it('stays as it is when its tail cannot be saved', async () => {
    await pair.part();
    await pair.failOver();
    await pair.primary.restart();
    await placeAt(pair.primary, 'tail');
    const plan = await planRejoin(pair.url, nameOf(pair.primary));
    const save = () => Promise.reject(new Error('ENOSPC'));
    await expect(rejoin(plan, { save, signal: new AbortController().signal })).rejects.toThrow('ENOSPC');
    expect(await askNode(pair.primary.url, 5_000)).toMatchObject({ isPrimary: true, seq: 2 });
    await at(pair.primary, (log) => log.setStock({ toolId: 'tool-hammer', set: 3, ...origin }));
  });
});

it('a node is refused that is the primary itself, later than it, of another shop, or not there', async () => {
  await expect(planRejoin(pair.url, nameOf(pair.primary))).rejects.toThrow(
    'is the only primary that answers',
  );
  await pair.failOver();
  await expect(planRejoin(pair.url, nameOf(pair.primary))).rejects.toThrow('does not answer');
  await pair.primary.restart();
  await expect(planRejoin(pair.url, nameOf(pair.replica))).rejects.toThrow('is the later one');
  const foreign = await startRedis();
  try {
    await at(foreign, async () => undefined);
    const both = `${pair.url},${nameOf(foreign)}`;
    await expect(planRejoin(both, nameOf(foreign))).rejects.toThrow('nothing of it would be left');
    await expect(planRejoin(pair.url, nameOf(foreign))).rejects.toThrow('is not among the nodes');
  } finally {
    await foreign.stop();
  }
});

it('a second primary of one epoch, and a Redis with other data, are asked about', async () => {
  await say(pair.replica, 'REPLICAOF', 'NO', 'ONE');
  expect((await planRejoin(pair.url, nameOf(pair.replica))).doubt).toBe('second-primary');
  await say(pair.replica, 'FLUSHALL');
  expect((await planRejoin(pair.url, nameOf(pair.replica))).doubt).toBeNull();
  await say(pair.replica, 'SET', 'another', 'program');
  expect((await planRejoin(pair.url, nameOf(pair.replica))).doubt).toBe('other-data');
});
