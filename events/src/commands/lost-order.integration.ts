import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import type { GenerationKeys } from '../log/generation-keys.ts';
import type { OrderLog } from '../order-log.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { rebuild } from '../testing/scan-work.ts';
import { storeSnapshot } from '../testing/store-snapshot.ts';

let scan: Redis;
let log: OrderLog;
let orderId = '';
let keys: GenerationKeys;
const refusal = { name: 'ReadModelDamagedError', message: expect.stringContaining('disagree about') };

freshLogBeforeEach(async (fresh) => {
  ({ log, scan, keys } = fresh);
  await offerTool(log, sampleTool(), 10);
  orderId = (await log.place(samplePlace({ quantity: 3 }))).order.id;
});

const pay = (transactionId = 'pi_1') => log.pay({ orderId, transactionId, ...origin });
const ship = () => log.ship({ orderId, ...origin });
const remove = () => log.remove({ orderId, reason: 'customer', expectedIntent: null, ...origin });
const repeat = () => log.place(samplePlace({ quantity: 3 }));
const read = () => log.redis.run((connection) => connection.get(keys.order(orderId)));
const store = (text: string) => log.redis.run((connection) => connection.set(keys.order(orderId), text));

describe('an order whose document is lost', () => {
  it.each([
    ['unpaid', async () => undefined, { repeated: true }],
    ['paid', pay, { repeated: true }],
    ['shipped', async () => pay().then(ship), { repeated: true }],
    ['deleted', remove, 'ORDER_GONE'],
  ] as const)('is not placed again by its repeated command: %s', async (_, live, answer) => {
    await live();
    await log.redis.run((connection) => connection.del(keys.order(orderId)));
    const before = await storeSnapshot(log);
    await expect(repeat()).rejects.toMatchObject(refusal);
    await expect(repeat()).rejects.toMatchObject(refusal);
    expect(await storeSnapshot(log)).toEqual(before);
    const { repeated } = await log.place(samplePlace({ idempotencyKey: 'another' }));
    expect(repeated).toBe(false);
    await rebuild(scan);
    if (typeof answer === 'string') await expect(repeat()).rejects.toMatchObject({ code: answer });
    else expect(await repeat()).toMatchObject(answer);
  });
});

describe('an order whose document cannot be read', () => {
  it.each([
    ['text that append never writes', 'x'],
    [
      'a state that is cut off',
      '{"version":1,"history":[{"seq":1,"ts":1000}],"requestHash":"","state":{"status":',
    ],
  ])('is left as it is by every command: %s', async (_, text) => {
    await store(text);
    const before = await storeSnapshot(log);
    for (const act of [repeat, pay, ship, remove])
      await expect(act()).rejects.toMatchObject({ name: 'ReadModelDamagedError' });
    expect(await storeSnapshot(log)).toEqual(before);
  });
});

describe('an order whose document is lost, of a tool that is sold out', () => {
  it('is not refused for want of stock by its repeated command', async () => {
    await log.redis.run((connection) => connection.del(keys.order(orderId)));
    await log.setStock({ toolId: 'tool-hammer', set: 0, ...origin });
    await expect(repeat()).rejects.toMatchObject(refusal);
  });
});

describe('an order whose document is older than its history', () => {
  it('is not paid, shipped or deleted a second time', async () => {
    const unpaid = (await read()) ?? '';
    await pay();
    const paid = (await read()) ?? '';
    await store(unpaid);
    await expect(pay('pi_2')).rejects.toMatchObject(refusal);
    await expect(remove()).rejects.toMatchObject(refusal);
    await store(paid);
    await ship();
    await store(paid);
    await expect(ship()).rejects.toMatchObject(refusal);
    expect((await log.head()).seq).toBe(4);
    await rebuild(scan);
    expect(await ship()).toMatchObject({ changed: false });
  });

  it('is not deleted a second time, and frees its stock once', async () => {
    const unpaid = (await read()) ?? '';
    await remove();
    await store(unpaid);
    await expect(remove()).rejects.toMatchObject(refusal);
    expect(await log.stock(['tool-hammer'])).toEqual([10]);
  });
});
