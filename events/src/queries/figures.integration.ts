import { afterAll, expect, it } from 'vitest';
import { openOrderLog } from '../order-log.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startRedis } from '../testing/start-redis.ts';

const redis = await startRedis();
const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 30_000 });
await offerTool(log, sampleTool({ price: 7 }), 1_000);
afterAll(async () => {
  await log.close();
  await redis.stop();
});

it('an empty shop has zeros', async () => {
  const nothing = {
    unpaid: 0,
    paid: 0,
    shipped: 0,
    refunded: 0,
    deleted: 0,
    attention: 0,
    revenue: 0,
    awaitingPayment: 0,
    givenBack: 0,
  };
  expect(await log.totals()).toEqual(nothing);
});

it('orders and money are told as of one moment, however busy the shop is', async () => {
  const turns = 40;
  const customer = async (name: string): Promise<void> => {
    for (let turn = 0; turn < turns; turn += 1) {
      const idempotencyKey = `${name}${turn}`;
      const orderId = (await log.place(samplePlace({ idempotencyKey }))).order.id;
      if (turn % 4 === 0) await log.remove({ orderId, reason: 'customer', expectedIntent: null, ...origin });
      if (turn % 4 > 1) await log.pay({ orderId, transactionId: `pi_${idempotencyKey}`, ...origin });
      if (turn % 4 > 2) await log.ship({ orderId, ...origin });
    }
  };
  let open = true;
  const customers = Promise.all(['a', 'b', 'c', 'd'].map(customer)).finally(() => {
    open = false;
  });
  let readings = 0;
  for (; open; readings += 1) {
    const { unpaid, paid, shipped, revenue, awaitingPayment } = await log.totals();
    expect({ revenue, awaitingPayment }).toEqual({
      revenue: 7 * (paid + shipped),
      awaitingPayment: 7 * unpaid,
    });
  }
  await customers;
  expect(readings).toBeGreaterThan(turns);
  expect(await log.totals()).toEqual({
    unpaid: turns,
    paid: turns,
    shipped: turns,
    refunded: 0,
    deleted: turns,
    attention: 0,
    revenue: 7 * 2 * turns,
    awaitingPayment: 7 * turns,
    givenBack: 0,
  });
});
