import { afterEach, beforeEach, expect, it } from 'vitest';
import { askNode, visit } from '../log/node-state.ts';
import { openOrderLog } from '../open-order-log.ts';
import { offerTool, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startRedis, startReplica, type TestRedis } from '../testing/start-redis.ts';
import { carryOut, planPromotion } from './promote.ts';

let primary: TestRedis;
let replica: TestRedis;
let third: TestRedis;

const nameOf = ({ port }: TestRedis) => `127.0.0.1:${port}`;
const address = () => `redis://${[primary, replica, third].map(nameOf).join(',')}`;
const state = (node: TestRedis) => askNode(node.url, 5_000);
const plan = (to: TestRedis, fenced = false) => planPromotion(address(), nameOf(to), fenced);
const note = { who: 'ops:test', why: '', fenced: null };

beforeEach(async () => {
  primary = await startRedis();
  [replica, third] = await Promise.all([startReplica(primary), startReplica(primary)]);
  const log = await openOrderLog({ url: primary.url, replicas: 2, commandTimeoutMs: 20_000 });
  await offerTool(log, sampleTool(), 10);
  await log.close();
});
afterEach(() => Promise.all([primary, replica, third].map((node) => node.stop())));

it('of two promotions at once one is done, and the other refused before it has changed anything', async () => {
  const [first, second] = await Promise.all([plan(replica), plan(third)]);
  const done = await Promise.allSettled([carryOut(first, note), carryOut(second, note)]);
  const refused = done.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatch(/Another promotion is under way|takes no writes now/);
  const nodes = await Promise.all([primary, replica, third].map(state));
  expect(nodes.filter(({ isPrimary }) => isPrimary)).toMatchObject([{ epoch: 1, replicas: 2 }]);
});

it('a plan is refused once another one was carried out, and the same command done anew', async () => {
  const late = await plan(third);
  await carryOut(await plan(replica), note);
  await expect(carryOut(late, note)).rejects.toThrow('Start the same command again');
  expect(await state(replica)).toMatchObject({ isPrimary: true, epoch: 1, replicas: 2 });
  // Nothing of the promotion before holds it up.
  expect(await carryOut(await plan(third), note)).toMatchObject({ epoch: 2, unlinked: [] });
});

it('a primary that returns after it was said to be fenced keeps the orders that it has acknowledged', async () => {
  await primary.kill();
  const planned = await plan(replica, true);
  // The other replica alone hears it again.
  await visit(replica.url, 5_000, (connection) => connection.sendCommand(['REPLICAOF', '127.0.0.1', '1']));
  await primary.restart();
  const log = await openOrderLog({ url: address(), replicas: 1, commandTimeoutMs: 20_000 });
  try {
    await expect
      .poll(() => log.place(samplePlace()).then(() => 'placed', String), { timeout: 30_000 })
      .toBe('placed');
    await expect(carryOut(planned, { ...note, fenced: 'switched off' })).rejects.toThrow(
      `${nameOf(primary)} did not answer before, and does now`,
    );
    expect(await state(third)).toMatchObject({ linked: true, epoch: 0, seq: 2 });
  } finally {
    await log.close();
  }
});

it('with the primary gone the slower of two operators is refused', async () => {
  await primary.kill();
  const [first, second] = await Promise.all([plan(replica, true), plan(third, true)]);
  await carryOut(first, { ...note, fenced: 'switched off' });
  await expect(carryOut(second, { ...note, fenced: 'switched off' })).rejects.toThrow(
    `${nameOf(replica)} is a primary now`,
  );
  expect(await state(third)).toMatchObject({ isPrimary: false, linked: true, epoch: 1 });
});
