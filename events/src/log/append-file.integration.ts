import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openOrderLog } from '../order-log.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startRedis } from '../testing/start-redis.ts';

const redis = await startRedis();
const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
await offerTool(log, sampleTool(), 50);
afterAll(async () => {
  await log.close();
  await redis.stop();
});

/** The commands in the append-only file, each with its key; whatever was answered is in it. */
async function written(): Promise<string[]> {
  const folder = join(redis.dir, 'appendonlydir');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.incr.aof'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const command = /^\*\d+\r\n\$\d+\r\n(\w+)\r\n(?:\$\d+\r\n(\{o\}:\S+)\r\n)?/gm;
  return texts.flatMap((text) =>
    [...text.matchAll(command)].map(([, name, key]) => (key === undefined ? `${name}` : `${name} ${key}`)),
  );
}
/** The commands that this work has added, with person, tool name and order left out of the keys. */
async function writtenBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = (await written()).length;
  await work();
  const added = (await written()).slice(before);
  return added.map((line) => line.replace(/^(\w+) \{o\}:(?:g\d+:)?(\w+).*$/, '$1 $2'));
}

const place = (idempotencyKey: string) => log.place(samplePlace({ idempotencyKey }));
const chained = ['XADD ev', 'HSET meta', 'SET order'];
const leaving = ['ZREM unpaid', 'ZREM person', 'ZREM name'];

describe('the append-only file gets one transaction per event, with nothing that is known already:', () => {
  it('a new order of a name that no order has', async () => {
    const sets = ['ZADD unpaid', 'ZADD person', 'ZADD name'];
    const rest = ['HSET stock', 'HSET names', 'HSET totals', 'HSET sales'];
    expect(await writtenBy(() => place('a'))).toEqual(['MULTI', ...chained, ...sets, ...rest, 'EXEC']);
  });

  it('a new order of a known name, also when no unpaid order has it', async () => {
    const usual = ['ZADD unpaid', 'ZADD person', 'ZADD name', 'HSET stock', 'HSET totals', 'HSET sales'];
    expect(await writtenBy(() => place('b'))).toEqual(['MULTI', ...chained, ...usual, 'EXEC']);
    for (const key of ['a', 'b']) {
      const orderId = (await place(key)).order.id;
      await log.pay({ orderId, transactionId: `pi_${key}`, ...origin });
    }
    expect(await writtenBy(() => place('c'))).toEqual(['MULTI', ...chained, ...usual, 'EXEC']);
  });

  it('a paid order moves money, a shipped one does not', async () => {
    const orderId = (await place('c')).order.id;
    const pay = () => log.pay({ orderId, transactionId: 'pi_1', ...origin });
    const paid = ['ZADD paid', 'ZADD person', 'ZADD name', 'HSET tx', 'HSET totals', 'HSET sales'];
    expect(await writtenBy(pay)).toEqual(['MULTI', ...chained, ...leaving, ...paid, 'EXEC']);
    const shipped = ['ZREM paid', 'ZREM person', 'ZREM name', 'ZADD shipped', 'ZADD person', 'ZADD name'];
    const ship = () => log.ship({ orderId, ...origin });
    expect(await writtenBy(ship)).toEqual(['MULTI', ...chained, ...shipped, 'EXEC']);
  });

  it('an order that is paid or deleted takes its payment intent along', async () => {
    const orders = [(await place('e')).order.id, (await place('f')).order.id] as const;
    for (const orderId of orders) await log.registerIntent({ orderId, intentId: 'pi_open' });
    const [paid, deleted] = orders;
    const pay = () => log.pay({ orderId: paid, transactionId: 'pi_2', ...origin });
    expect((await writtenBy(pay)).filter((line) => line.endsWith('intent'))).toEqual(['HDEL intent']);
    const remove = () =>
      log.remove({ orderId: deleted, reason: 'customer', expectedIntent: 'pi_open', ...origin });
    expect((await writtenBy(remove)).filter((line) => line.endsWith('intent'))).toEqual(['HDEL intent']);
    for (const orderId of orders) expect(await log.intent(orderId)).toBeNull();
  });

  it('a deleted order gives its stock back, takes its place among the deleted and leaves a name that others have', async () => {
    const orderId = (await place('d')).order.id;
    const remove = () => log.remove({ orderId, reason: 'customer', expectedIntent: null, ...origin });
    const given = ['ZADD deleted', 'HSET stock', 'HSET totals'];
    expect(await writtenBy(remove)).toEqual(['MULTI', ...chained, ...leaving, ...given, 'EXEC']);
  });

  it('the last order of a name takes the name along', async () => {
    await offerTool(log, sampleTool({ id: 'plane', name: 'Wood Plane' }), 50);
    const { order } = await log.place(samplePlace({ toolId: 'plane', idempotencyKey: 'p' }));
    const remove = () =>
      log.remove({ orderId: order.id, reason: 'customer', expectedIntent: null, ...origin });
    const given = ['ZADD deleted', 'HSET stock', 'HDEL names', 'HSET totals'];
    expect(await writtenBy(remove)).toEqual(['MULTI', ...chained, ...leaving, ...given, 'EXEC']);
  });
});
