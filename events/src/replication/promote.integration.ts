import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogUnavailableError } from '../log/log-errors.ts';
import { askNode, visit } from '../log/node-state.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { openOrderLog } from '../open-order-log.ts';
import type { OrderLog } from '../order-log.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startRedis, startReplica, type TestRedis } from '../testing/start-redis.ts';
import { standAside } from './change-role.ts';
import { carryOut, planPromotion } from './promote.ts';

let primary: TestRedis;
let replica: TestRedis;
let third: TestRedis;
let log: OrderLog;

const nameOf = ({ port }: TestRedis) => `127.0.0.1:${port}`;
const addressOf = (...nodes: TestRedis[]) => `redis://${nodes.map(nameOf).join(',')}`;
const say = (node: TestRedis, ...words: string[]) =>
  visit(node.url, 5_000, (connection) => connection.sendCommand(words));
const state = (node: TestRedis) => askNode(node.url, 5_000);
const place = (name: string) => log.place(samplePlace({ uid: name, idempotencyKey: name }));
/** The same, asked again until the log has followed; answers what it says then. */
const placed = (name: string) =>
  expect.poll(() => place(name).then(({ order, repeated }) => ({ id: order.id, repeated }), String), {
    timeout: 30_000,
  });

async function promote(to: TestRedis, fenced: string | null = null) {
  const plan = await planPromotion(addressOf(primary, replica, third), nameOf(to), fenced !== null);
  return carryOut(plan, { who: 'ops:test', why: 'planned', fenced });
}

beforeEach(async () => {
  primary = await startRedis();
  [replica, third] = await Promise.all([startReplica(primary), startReplica(primary)]);
  log = await openOrderLog({ url: addressOf(primary, replica, third), replicas: 1 });
  await offerTool(log, sampleTool(), 10_000);
  for (const node of [replica, third]) await expect.poll(async () => (await state(node)).seq).toBe(1);
});
afterEach(async () => {
  await log?.close();
  await Promise.all([primary, replica, third].map((node) => node.stop()));
});

describe('a planned promotion', () => {
  it('loses nothing, doubles nothing, and is followed by an open log', async () => {
    const seen: number[] = [];
    const stop = new AbortController();
    const following = (async () => {
      for await (const event of log.tail(0, stop.signal)) seen.push(event.seq);
    })();
    const acknowledged = new Map<string, string>();
    let isOver = false;
    const write = async (writer: number) => {
      for (let turn = 0; !isOver; turn += 1) {
        const name = `${writer}-${turn}`;
        // A writer whose answer is lost asks again with the same key, until somebody tells.
        while (!acknowledged.has(name))
          await place(name).then(
            ({ order }) => acknowledged.set(name, order.id),
            () => undefined,
          );
      }
    };
    const writers = Promise.all([1, 2, 3].map(write));
    await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(20);
    const done = await promote(replica);
    const then = acknowledged.size;
    await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(then + 20);
    isOver = true;
    await writers;
    expect(done).toMatchObject({ primary: nameOf(replica), epoch: 1, unlinked: [] });
    expect(done.linked.toSorted()).toEqual([nameOf(primary), nameOf(third)].toSorted());
    const { seq } = await log.head();
    expect(seq).toBe(acknowledged.size + 1);
    for (const id of acknowledged.values()) expect(await log.history(id)).toHaveLength(1);
    await expect.poll(() => seen.length, { timeout: 30_000 }).toBe(seq);
    expect(seen).toEqual(Array.from({ length: seq }, (_, at) => at + 1));
    stop.abort();
    await following;
    expect(await log.opsEntries(1)).toMatchObject([
      { kind: 'promote', who: 'ops:test', detail: { from: nameOf(primary), to: nameOf(replica), epoch: 1 } },
    ]);
    await expect.poll(() => state(primary)).toMatchObject({ isPrimary: false, linked: true, epoch: 1, seq });
  });

  it('is nothing the second time, and leads back the third', async () => {
    await promote(replica);
    await placed('between').toMatchObject({ id: expect.any(String) });
    const again = await planPromotion(addressOf(primary, replica, third), nameOf(replica), false);
    expect(again).toMatchObject({ raises: false, epoch: 1, demoted: [], attached: [], left: [] });
    expect(await promote(primary)).toMatchObject({ epoch: 2, unlinked: [] });
    await placed('between').toMatchObject({ repeated: true });
  });

  it('leaves everything as it was when it is stopped before a role has changed', async () => {
    const plan = await planPromotion(addressOf(primary, replica, third), nameOf(replica), false);
    const stopping = new AbortController();
    const options = { who: 'ops:test', why: '', fenced: null, signal: stopping.signal };
    const running = carryOut(plan, {
      ...options,
      onStep: ({ step }) => {
        if (step === 'pausing') stopping.abort(new Error('stopped by hand'));
      },
    });
    await expect(running).rejects.toThrow('stopped by hand');
    expect(await state(primary)).toMatchObject({ isPrimary: true, epoch: 0 });
    expect(await place('after')).toMatchObject({ repeated: false });
  });
});

it('a promotion that was killed after the old primary stood aside is finished by the same call', async () => {
  const { offset } = await state(primary);
  await expect.poll(async () => (await state(replica)).offset).toBeGreaterThanOrEqual(offset);
  await standAside({ name: nameOf(primary), url: primary.url });
  await expect(place('closed')).rejects.toBeInstanceOf(LogUnavailableError);
  expect(await promote(replica)).toMatchObject({ epoch: 1, unlinked: [] });
  await placed('closed').toMatchObject({ id: expect.any(String) });
});

describe('a promotion after the loss of the primary', () => {
  it('is refused until somebody says that it is fenced, and then keeps every acknowledged order', async () => {
    const before = await Promise.all(Array.from({ length: 20 }, (_, at) => place(`k${at}`)));
    await expect.poll(async () => (await state(replica)).seq).toBe(21);
    await primary.stop();
    await expect(promote(replica)).rejects.toThrow(`${nameOf(primary)} does not answer`);
    expect(await promote(replica, 'switched off')).toMatchObject({ epoch: 1, linked: [nameOf(third)] });
    for (const [at, { order }] of before.entries())
      await placed(`k${at}`).toEqual({ id: order.id, repeated: true });
    expect(await log.opsEntries(1)).toMatchObject([{ detail: { fenced: 'switched off', epoch: 1 } }]);
  });

  it('refuses a node that is stale, empty, or of another shop', async () => {
    // Cut from its primary, as by a network, while orders come.
    await say(third, 'REPLICAOF', '127.0.0.1', '1');
    await place('unseen');
    await expect.poll(async () => (await state(replica)).seq).toBe(2);
    await expect(promote(third)).rejects.toThrow(`does not follow ${nameOf(primary)}`);
    await primary.kill();
    await expect(promote(third, 'gone')).rejects.toThrow('is stale: its log ends with event 1');
    await say(third, 'REPLICAOF', 'NO', 'ONE');
    await say(third, 'FLUSHALL');
    await expect(promote(third, 'gone')).rejects.toThrow('holds no order log');
    const other = await openOrderLog({ url: third.url });
    await other.close();
    await expect(promote(third, 'gone')).rejects.toThrow('must name the nodes of one shop');
    await expect(planPromotion(addressOf(replica), nameOf(third), true)).rejects.toThrow(
      'is not among the nodes',
    );
    expect(await state(replica)).toMatchObject({ isPrimary: false, epoch: 0, seq: 2 });
  });

  it('finishes what was begun by hand, and once only', async () => {
    await primary.kill();
    await say(replica, 'REPLICAOF', 'NO', 'ONE');
    const said = await planPromotion(addressOf(primary, replica, third), nameOf(replica), false);
    expect(said).toMatchObject({ raises: false, silent: [{ name: nameOf(primary) }] });
    expect(await promote(replica, 'gone')).toMatchObject({ epoch: 1, linked: [nameOf(third)] });
    const again = await planPromotion(addressOf(primary, replica, third), nameOf(replica), true);
    expect(again).toMatchObject({ raises: false, epoch: 1, attached: [] });
  });
});

describe('with two primaries', () => {
  it('the one that counts is promoted, and the other one becomes its replica', async () => {
    await say(replica, 'REPLICAOF', 'NO', 'ONE');
    await expect(promote(third)).rejects.toThrow(/all are primaries of epoch 0/);
    expect(await promote(primary)).toMatchObject({ epoch: 1, unlinked: [] });
    await expect.poll(() => state(replica)).toMatchObject({ isPrimary: false, linked: true, epoch: 1 });
  });

  it('is refused where the other one holds events that the candidate lacks', async () => {
    await say(replica, 'REPLICAOF', 'NO', 'ONE');
    const forked = await openOrderLog({ url: replica.url });
    await forked.place(samplePlace({ idempotencyKey: 'there' }));
    await forked.close();
    await expect(promote(primary)).rejects.toThrow(`rejoin --node ${nameOf(replica)}`);
    expect(await state(primary)).toMatchObject({ isPrimary: true, epoch: 0 });
  });
});

describe('when an old primary returns with a tail', () => {
  it('a log that saw the promotion never goes back to it, nor does a new one that reaches a replica', async () => {
    await place('kept');
    await expect.poll(async () => (await state(third)).seq).toBe(2);
    primary.pause();
    await promote(replica, 'cut off');
    await placed('new').toMatchObject({ id: expect.any(String) });
    primary.resume();
    const alone = await openOrderLog({ url: primary.url });
    await alone.place(samplePlace({ idempotencyKey: 'tail' }));
    await alone.close();
    await placed('new').toMatchObject({ repeated: true });
    await replica.kill();
    await placed('next').toMatch('epoch');
    const fresh = await openOrderLog({ url: addressOf(primary, replica, third) }).catch(String);
    expect(fresh).toMatch('The primary of epoch 1 does not answer');
  });

  it('an open log leaves it as soon as it reaches a replica of the later epoch', async () => {
    // A server to which the new primary is out of reach from the beginning.
    const cut = await openOrderLog({ url: addressOf(primary, third) });
    try {
      await cut.place(samplePlace({ idempotencyKey: 'before' }));
      await expect.poll(async () => (await state(third)).seq).toBe(2);
      // It is said to be cut off, and is not.
      await say(replica, 'REPLICAOF', 'NO', 'ONE');
      await say(third, 'REPLICAOF', '127.0.0.1', String(replica.port));
      await say(replica, 'HSET', redisKeys.meta, 'epoch', '1');
      await expect
        .poll(() => cut.setStock({ toolId: 'tool-hammer', set: 5, ...origin }).then(() => 'done', String), {
          timeout: 30_000,
        })
        .toMatch('The primary of epoch 1 does not answer');
    } finally {
      await cut.close();
    }
  });
});
