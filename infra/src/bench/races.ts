import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from '../measuring/accounts.ts';
import { table } from '../measuring/figure.ts';
import { readEvents } from '../measuring/log-events.ts';
import { type MeasuredShop, startShop } from '../measuring/measured-shop.ts';
import { operatorCompare, operatorVerify } from '../measuring/operator-run.ts';
import { placeOrder } from '../measuring/order-body.ts';
import { ShopHttp } from '../measuring/shop-http.ts';
import { simulatorKeys } from '../stack/demo-environment.ts';
import type { Bench } from './bench.ts';
import { differencesOf, type RaceLedger, type RaceOrder } from './race-differences.ts';

const fullSize = 200;
const atOnce = 20;
const stock = 1_000_000;

/**
 * Pay, three webhooks each, delete, ship and refund, all at nearly the same moment and in random order, for 200 orders (or the number
 * after the name) of a whole running shop. Then log, read models and payment ledger are compared.
 */
export const races: Bench = async ({ quick, args }) => {
  await using shop = await startShop({ buyers: atOnce, tools: 1 });
  const size = Number(args[0] ?? (quick ? atOnce : fullSize));
  const controls = new ShopHttp(shop.stack.simulatorUrl ?? '', 30_000);
  const token = simulatorKeys.STRIPE_SECRET_KEY;
  await controls.must('PUT', '/test/webhooks', { token, body: { copies: 3, jitterMs: 200 } });
  const http = new ShopHttp(shop.url, 30_000);
  const orders: RaceOrder[] = [];
  for (let first = 0; first < size; first += atOnce) {
    const placed = await Promise.all(
      Array.from({ length: Math.min(atOnce, size - first) }, async (_, n) => {
        const { buyer, toolId } = shop.pick(n);
        const { orderId } = await placeOrder(http, { buyer, toolId, quantity: 2 });
        return { id: orderId, quantity: 2, buyer };
      }),
    );
    orders.push(...placed);
    await Promise.all(placed.map((order) => storm(shop, http, order)));
  }
  const ledger = await quietLedger(controls, token);
  const events = await readEvents(shop.redisUrl);
  const tool = await http.must('GET', `/api/tools/${shop.toolIds[0]}`);
  const { availableQuantity } = tool.body as { availableQuantity: number };
  const { differences, counts } = differencesOf(orders, events, ledger, stock - availableQuantity);
  differences.push(...(await operatorVerify(shop.stack)), ...(await operatorCompare(shop.stack)));
  const found = { ...counts, differences: differences.length };
  return {
    title: 'Pay, three webhooks, delete, ship and refund at once',
    trial: size < fullSize,
    tables: [
      table(
        `${size} orders`,
        Object.entries(found).map(([what, number]) => ({ what, 'how many': number })),
      ),
    ],
    notes: [
      'A difference is an order paid twice, a charge that neither pays an order nor was given back, a refund that the order does not know or knows twice, stock that does not add up, or anything that the operator’s payments names.',
      ...differences.slice(0, 20),
    ],
    wrong: differences[0],
  };
};

/** Everything that two tabs, the owner and an admin may do to one order. Refusals are expected. */
async function storm(
  { admin }: MeasuredShop,
  http: ShopHttp,
  { id, buyer: { token } }: { id: string; buyer: Account },
): Promise<void> {
  const within = (ms: number) => delay(Math.random() * ms);
  const open = async () => {
    const opened = await http.call('POST', '/api/create-payment-intent', { token, body: { orderId: id } });
    return opened.status === 201 ? (opened.body as { intentId: string; clientSecret: string }) : null;
  };
  const pay = async (intent: Awaited<ReturnType<typeof open>>) => {
    if (intent === null) return;
    await http.call('POST', `/simulator/v1/payment_intents/${intent.intentId}/confirm`, {
      form: {
        key: simulatorKeys.STRIPE_PUBLISHABLE_KEY,
        client_secret: intent.clientSecret,
        payment_method: 'pm_card_visa',
      },
    });
    await within(50);
    await http.call('PATCH', `/api/orders/order/${id}`, { token, body: { transactionId: intent.intentId } });
  };
  const ship = () =>
    http.call('PUT', `/api/order/${id}`, { token: admin.token, body: { status: 'Shipped' } });
  const remove = () => http.call('DELETE', `/api/orders/${id}`, { token });
  const refund = () =>
    http.call('POST', `/api/orders/${id}/refund`, {
      token: admin.token,
      body: { reason: 'customer', restock: true },
    });
  const first = await open();
  await Promise.all([
    within(150).then(() => pay(first)),
    within(150).then(open).then(pay),
    within(400).then(remove),
    within(400).then(remove),
    within(400).then(ship),
    within(800).then(ship),
    // Half of the orders: the others end paid, shipped or deleted.
    ...(Math.random() < 0.5 ? [within(800).then(refund), within(1_200).then(refund)] : []),
  ]);
}

/** Reads the ledger once every webhook has arrived. */
async function quietLedger(controls: ShopHttp, token: string): Promise<RaceLedger> {
  const read = async () =>
    (await controls.must('GET', '/ledger', { token })).body as RaceLedger & { undelivered: number };
  for (const until = Date.now() + 120_000; (await read()).undelivered > 0; await delay(500))
    if (Date.now() > until) throw new Error('Some webhooks were never taken');
  // Repeated copies of a message may still be on their way when its first one has arrived.
  await delay(2_000);
  return read();
}
