import { beforeEach, describe, expect, it } from 'vitest';
import { orderIdFor, redisKeys } from './log/redis-keys.ts';
import { encodeTool } from './log/tool-record.ts';
import type { OrderLog } from './order-log.ts';
import { freshLogBeforeEach } from './testing/fresh-log.ts';
import { offerTool, origin, samplePlace, sampleTool } from './testing/sample-shop.ts';

let log: OrderLog;

freshLogBeforeEach((fresh) => {
  ({ log } = fresh);
});

async function place(known: Parameters<typeof samplePlace>[0] = {}): Promise<string> {
  return (await log.place(samplePlace(known))).order.id;
}
const pay = (orderId: string, transactionId = `pi_${orderId}`) =>
  log.pay({ orderId, transactionId, ...origin });
const ship = (orderId: string) => log.ship({ orderId, ...origin });
const remove = (orderId: string, expectedIntent: string | null = null) =>
  log.remove({ orderId, reason: 'customer', expectedIntent, ...origin });

describe('placing an order', () => {
  it('takes price and picture from the catalogue and reserves the stock', async () => {
    await offerTool(log, sampleTool(), 5);
    const { order, repeated } = await log.place(samplePlace({ quantity: 2 }));
    expect(repeated).toBe(false);
    expect(order).toMatchObject({
      id: orderIdFor('user-1', 'key-1'),
      toolsName: 'Claw Hammer',
      unitPrice: 12,
      price: 24,
      status: 'unpaid',
      version: 1,
      seqs: [2],
      paidAt: null,
    });
    expect(order.createdAt).toBeGreaterThan(0);
    expect(await log.stock(['tool-hammer', 'other'])).toEqual([3, 0]);
    expect(await log.order(order.id)).toEqual(order);
  });

  it('answers a repeat with the same order, even when nothing is left', async () => {
    await offerTool(log, sampleTool(), 1);
    const first = await log.place(samplePlace());
    expect(await log.place(samplePlace())).toEqual({ order: first.order, repeated: true });
    expect((await log.head()).seq).toBe(2);
  });

  it('refuses a key that was used for another request', async () => {
    await offerTool(log, sampleTool(), 5);
    await place();
    await expect(place({ requestHash: 'request-2' })).rejects.toMatchObject({ code: 'KEY_REUSED' });
  });

  it('refuses to bring a deleted order back under its key', async () => {
    await offerTool(log, sampleTool(), 5);
    await remove(await place());
    await expect(place()).rejects.toMatchObject({ code: 'ORDER_GONE' });
  });

  it.each([
    ['a tool that is not there', { toolId: 'none' }, 'TOOL_NOT_FOUND', {}],
    ['fewer than the minimum', { quantity: 2 }, 'BELOW_MINIMUM', { minimum: 3 }],
    ['more than there is', { quantity: 9 }, 'OUT_OF_STOCK', { available: 8, minimum: 3 }],
    ['yesterday’s price', { quantity: 3, unitPrice: 11 }, 'PRICE_CHANGED', { unitPrice: 12 }],
  ])('refuses %s', async (_, known, code, details) => {
    await offerTool(log, sampleTool({ minOrderQuantity: 3 }), 8);
    await expect(place(known)).rejects.toMatchObject({ code, details });
    expect((await log.head()).seq).toBe(1);
    expect(await log.stock(['tool-hammer'])).toEqual([8]);
  });

  it('sells a tool that was sold before at today’s price, whatever it remembers', async () => {
    await offerTool(log, sampleTool(), 8);
    await place();
    const dearer = encodeTool(sampleTool({ rev: 2, price: 15 }));
    await log.redis.run((connection) => connection.set(redisKeys.tool('tool-hammer'), dearer));
    await expect(place({ idempotencyKey: 'key-2', unitPrice: 12 })).rejects.toMatchObject({
      code: 'PRICE_CHANGED',
      details: { unitPrice: 15 },
    });
    const { order } = await log.place(samplePlace({ idempotencyKey: 'key-3', unitPrice: 15 }));
    expect(order.price).toBe(15);
    expect(await log.place(samplePlace())).toMatchObject({ repeated: true, order: { price: 12 } });
  });

  it('refuses a tool that was taken out of the catalogue', async () => {
    await offerTool(log, sampleTool({ deleted: true }), 8);
    await expect(place()).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' });
  });
});

describe('paying, shipping, deleting', () => {
  beforeEach(() => offerTool(log, sampleTool(), 10));

  it('lead an order through its life, each once', async () => {
    const id = await place({ quantity: 4 });
    expect(await pay(id)).toMatchObject({
      changed: true,
      order: { status: 'paid', transactionId: `pi_${id}`, version: 2 },
    });
    expect(await pay(id)).toMatchObject({ changed: false });
    await expect(pay(id, 'pi_other')).rejects.toMatchObject({ code: 'ORDER_PAID' });
    expect(await ship(id)).toMatchObject({ changed: true, order: { status: 'shipped', version: 3 } });
    expect(await ship(id)).toMatchObject({ changed: false });
    await expect(remove(id)).rejects.toMatchObject({ code: 'ORDER_PAID' });
    const history = await log.history(id);
    expect(history.map((event) => [event.type, event.v])).toEqual([
      ['order.created', 1],
      ['order.paid', 2],
      ['order.shipped', 3],
    ]);
    expect(await log.order(id)).toMatchObject({ paidAt: history[1]?.ts, shippedAt: history[2]?.ts });
  });

  it('refuse what the order’s state does not allow', async () => {
    await expect(pay('ord_none')).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    await expect(ship('ord_none')).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    await expect(remove('ord_none')).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    await expect(ship(await place())).rejects.toMatchObject({ code: 'ORDER_NOT_PAID' });
  });

  it('free the stock of a deleted order once and leave a trace', async () => {
    const id = await place({ quantity: 4 });
    expect(await remove(id)).toEqual({ changed: true });
    expect(await remove(id)).toEqual({ changed: false });
    expect(await log.stock(['tool-hammer'])).toEqual([10]);
    expect(await log.order(id)).toMatchObject({
      status: 'deleted',
      reason: 'customer',
      uid: 'user-1',
      version: 2,
    });
    await expect(pay(id)).rejects.toMatchObject({ code: 'ORDER_GONE' });
    await expect(ship(id)).rejects.toMatchObject({ code: 'ORDER_GONE' });
  });

  it('go on after the tool is gone', async () => {
    const [one, two] = [await place(), await place({ idempotencyKey: 'key-2' })];
    await log.redis.run((connection) =>
      connection.set(redisKeys.tool('tool-hammer'), encodeTool(sampleTool({ rev: 2, deleted: true }))),
    );
    await pay(one);
    await ship(one);
    await remove(two);
    expect(await log.stock(['tool-hammer'])).toEqual([9]);
  });

  it('let one transaction pay one order only', async () => {
    const [one, two] = [await place(), await place({ idempotencyKey: 'key-2' })];
    await pay(one, 'pi_1');
    await expect(pay(two, 'pi_1')).rejects.toMatchObject({
      code: 'TRANSACTION_USED',
      details: { orderId: one },
    });
  });
});

describe('payment intents', () => {
  beforeEach(() => offerTool(log, sampleTool(), 10));

  it('are registered for live unpaid orders only, and replaced only in the place of the one that the caller saw', async () => {
    const orderId = await place();
    expect(await log.intent(orderId)).toBeNull();
    expect(await log.registerIntent({ orderId, intentId: 'pi_1' })).toBe('registered');
    expect(await log.registerIntent({ orderId, intentId: 'pi_1' })).toBe('registered');
    expect(await log.registerIntent({ orderId, intentId: 'pi_2' })).toBe('other');
    const next = { orderId, intentId: 'pi_2' };
    expect(await log.registerIntent(next)).toBe('other');
    expect(await log.registerIntent({ ...next, seen: 'pi_0' })).toBe('other');
    expect(await log.registerIntent({ ...next, seen: 'pi_1' })).toBe('registered');
    expect([await log.intent(orderId), await log.intent('x')]).toEqual(['pi_2', null]);
    await pay(orderId, 'pi_2');
    expect(await log.registerIntent({ orderId, intentId: 'pi_3' })).toBe('not-live');
    expect(await log.registerIntent({ orderId: 'x', intentId: 'pi_3' })).toBe('not-live');
  });

  it('guard a deletion against an intent that the caller does not know', async () => {
    const orderId = await place();
    await log.registerIntent({ orderId, intentId: 'pi_1' });
    await expect(remove(orderId)).rejects.toMatchObject({ code: 'INTENT_CHANGED' });
    await expect(remove(orderId, 'pi_0')).rejects.toMatchObject({ code: 'INTENT_CHANGED' });
    expect(await remove(orderId, 'pi_1')).toEqual({ changed: true });
  });
});

describe('records', () => {
  it('are edited only by who saw the current text', async () => {
    const key = redisKeys.record('x');
    expect(await log.redis.compareAndSet(key, null, 'a')).toBe(true);
    expect(await log.redis.compareAndSet(key, null, 'b')).toBe(false);
    expect(await log.redis.compareAndSet(key, 'a', 'b')).toBe(true);
    expect(await log.redis.run((connection) => connection.get(key))).toBe('b');
  });
});

describe('the tail', () => {
  it('gives every event once, the ones before and the ones to come', async () => {
    await offerTool(log, sampleTool(), 10);
    const id = await place();
    const seen: number[] = [];
    const stop = new AbortController();
    const following = (async () => {
      for await (const event of log.tail(1, stop.signal)) {
        seen.push(event.seq);
        if (event.type === 'order.shipped') stop.abort();
      }
    })();
    await expect.poll(() => seen).toEqual([2]);
    await pay(id);
    await ship(id);
    await following;
    expect(seen).toEqual([2, 3, 4]);
  });
});
