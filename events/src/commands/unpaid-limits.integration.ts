import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { OrderRejectedError } from '../orders/decision.ts';
import { offerTool, origin, samplePlace, sampleTool, wipe } from '../testing/sample-shop.ts';
import { startRedis } from '../testing/start-redis.ts';

/** Two processes of the server. */
let logs: [OrderLog, OrderLog];
let log: OrderLog;

const open = () => openOrderLog({ url: redis.url, commandTimeoutMs: 30_000 });

const redis = await startRedis();
beforeEach(async () => {
  logs = [await open(), await open()];
  [log] = logs;
});
afterEach(async () => {
  await wipe(log);
  await Promise.all(logs.map((each) => each.close()));
});
afterAll(() => redis.stop());

const quarter = { orders: 0, heldPercent: 25 };
type Known = Parameters<typeof samplePlace>[0];
const place = (idempotencyKey: string, known: Known = {}, shop = log) =>
  shop.place(samplePlace({ idempotencyKey, limits: quarter, ...known }));
const codes = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) =>
    outcome.status === 'fulfilled'
      ? 'placed'
      : outcome.reason instanceof OrderRejectedError
        ? outcome.reason.code
        : String(outcome.reason),
  );

describe('the unpaid orders of one person', () => {
  it('hold the share of the stock at most, in one order or in several', async () => {
    await offerTool(log, sampleTool(), 100);
    await expect(place('all', { quantity: 26 })).rejects.toMatchObject({
      code: 'TOO_MUCH_HELD',
      details: { limit: 25, held: 0, minimum: 1 },
    });
    await place('a', { quantity: 15 });
    await expect(place('b', { quantity: 11 })).rejects.toMatchObject({
      code: 'TOO_MUCH_HELD',
      details: { limit: 25, held: 15, minimum: 1 },
    });
    await place('c', { quantity: 10 });
    expect(await log.stock(['tool-hammer'])).toEqual([75]);
  });

  it('hold it of each tool, and leave the others what is left', async () => {
    await offerTool(log, sampleTool(), 100);
    await offerTool(log, sampleTool({ id: 'tool-saw' }), 100);
    await place('a', { quantity: 25 });
    await place('b', { quantity: 25, toolId: 'tool-saw' });
    const another = { uid: 'user-2' };
    await expect(place('c', { ...another, quantity: 19 })).rejects.toMatchObject({
      details: { limit: 18, held: 0 },
    });
    await place('d', { ...another, quantity: 18 });
  });

  it('may hold the minimum order of a tool with little stock, and not twice', async () => {
    await offerTool(log, sampleTool({ minOrderQuantity: 3 }), 7);
    await place('a', { quantity: 3 });
    await expect(place('b', { quantity: 3 })).rejects.toMatchObject({
      code: 'TOO_MUCH_HELD',
      details: { limit: 3, held: 3, minimum: 3 },
    });
  });

  it('hold nothing any more once they are paid or deleted', async () => {
    await offerTool(log, sampleTool(), 100);
    const paid = (await place('a', { quantity: 25 })).order.id;
    await log.pay({ orderId: paid, transactionId: 'pi_1', ...origin });
    const deleted = (await place('b', { quantity: 18 })).order.id;
    await log.remove({ orderId: deleted, reason: 'customer', expectedIntent: null, ...origin });
    await place('c', { quantity: 18 });
  });

  it('can be paid whatever has become of the stock', async () => {
    await offerTool(log, sampleTool(), 100);
    const orderId = (await place('a', { quantity: 25 })).order.id;
    await log.setStock({ toolId: 'tool-hammer', set: 0, ...origin });
    expect(await log.pay({ orderId, transactionId: 'pi_1', ...origin })).toMatchObject({ changed: true });
  });

  it('are found again by their keys, whatever the limits say by now', async () => {
    await offerTool(log, sampleTool(), 100);
    const { order } = await place('a', { quantity: 25 });
    expect(await place('a', { quantity: 25 })).toEqual({ order, repeated: true });
  });

  it('are told that the tool is sold out where it is, not that they hold too much', async () => {
    await offerTool(log, sampleTool({ minOrderQuantity: 2 }), 1);
    await expect(place('a', { quantity: 2 })).rejects.toMatchObject({
      code: 'OUT_OF_STOCK',
      details: { available: 1, minimum: 2 },
    });
  });
});

describe('many orders of one person at once', () => {
  it('hold no more than the share, over all processes', async () => {
    await offerTool(log, sampleTool(), 100);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, turn) => place(`k${turn}`, { quantity: 5 }, logs[turn % 2])),
    );
    expect(codes(outcomes).filter((code) => code === 'placed')).toHaveLength(5);
    expect(codes(outcomes).filter((code) => code === 'TOO_MUCH_HELD')).toHaveLength(35);
    expect(await log.stock(['tool-hammer'])).toEqual([75]);
  });

  it('are no more than there may be, over all processes', async () => {
    await offerTool(log, sampleTool(), 100);
    const limits = { orders: 5, heldPercent: 100 };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, turn) => place(`k${turn}`, { limits }, logs[turn % 2])),
    );
    expect(codes(outcomes).filter((code) => code === 'placed')).toHaveLength(5);
    expect(codes(outcomes).filter((code) => code === 'TOO_MANY_UNPAID')).toHaveLength(35);
  });

  it('make one order when they are one command', async () => {
    await offerTool(log, sampleTool(), 100);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => place('same', { quantity: 25 }, logs[turn % 2])),
    );
    expect(outcomes.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await log.stock(['tool-hammer'])).toEqual([75]);
  });

  it('do not stop the orders of others', async () => {
    await offerTool(log, sampleTool(), 1_000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, turn) =>
        place(`k${turn}`, { uid: `u${turn % 6}`, quantity: 2 }, logs[turn % 2]),
      ),
    );
    expect(new Set(codes(outcomes))).toEqual(new Set(['placed']));
  });
});
