import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from '../measuring/accounts.ts';
import { keepFigure } from '../measuring/figure.ts';
import { readEvents } from '../measuring/log-events.ts';
import { type MeasuredShop, withShop } from '../measuring/measured-shop.ts';
import { operatorCompare, operatorVerify } from '../measuring/operator-run.ts';
import { orderBody } from '../measuring/order-body.ts';
import { ShopHttp } from '../measuring/shop-http.ts';
import { simulatorKeys } from '../stack/demo-environment.ts';
import type { Bench } from './bench.ts';
import { differencesOf, type RaceOrder } from './race-differences.ts';

const fullSize = 200;
const quickSize = 20;
const buyerCount = 20;
const stock = 1_000_000;

/**
 * Pay, three webhooks each, delete, ship and refund, all at nearly the same moment and in random order, for 200 orders (or the number
 * after the name) of a whole running shop. Then log, read models and payment ledger are compared. Throws when
 * they differ.
 */
export const races: Bench = ({ quick, args }) =>
  withShop({ buyers: buyerCount, tools: 1 }, async (shop) => {
    const size = Number(args[0] ?? (quick ? quickSize : fullSize));
    const controls = new ShopHttp(shop.stack.simulatorUrl ?? '', 30_000);
    const token = simulatorKeys.STRIPE_SECRET_KEY;
    await controls.must('PUT', '/test/webhooks', { token, body: { copies: 3, jitterMs: 200 } });
    const orders: RaceOrder[] = [];
    for (let first = 0; first < size; first += buyerCount) {
      const batch = shop.buyers.slice(0, size - first);
      const placed = await Promise.all(batch.map((buyer, index) => place(shop, buyer, first + index)));
      orders.push(...placed);
      await Promise.all(placed.map((order, index) => storm(shop, order, batch[index] as Account)));
    }
    const ledger = await quietLedger(controls, token);
    const events = await readEvents(shop.redisUrl);
    const tool = await new ShopHttp(shop.url, 30_000).must('GET', `/api/tools/${shop.toolIds[0]}`);
    const { availableQuantity } = tool.body as { availableQuantity: number };
    const { differences, counts } = differencesOf(orders, events, ledger, stock - availableQuantity);
    differences.push(...(await operatorVerify(shop.stack)), ...(await operatorCompare(shop.stack)));
    keepFigure({
      name: 'races',
      title: 'Pay, three webhooks, delete, ship and refund at once',
      command: 'npm run bench -- races',
      quick: quick || size < fullSize,
      values: { orders: size, differences: differences.length, ...counts },
      tables: [
        {
          title: `${size} orders`,
          columns: ['what', 'how many'],
          rows: [...Object.entries(counts), ['differences', differences.length]],
        },
      ],
      notes: [
        'A difference is an order paid twice, a charge that neither pays an order nor was given back, a refund that the order does not know or knows twice, stock that does not add up, or anything that the operator’s payments names.',
        ...differences.slice(0, 20),
      ],
    });
    if (differences.length > 0) throw new Error(`Shop and payment ledger differ: ${differences[0]}`);
  });

async function place(shop: MeasuredShop, buyer: Account, n: number): Promise<RaceOrder> {
  const answer = await new ShopHttp(shop.url, 30_000).must('POST', '/api/orders', {
    token: buyer.token,
    key: `races-order-number-${n}`,
    body: orderBody(buyer, shop.toolIds[0], { quantity: 2 }),
  });
  return { id: (answer.body as { insertedId: string }).insertedId, quantity: 2 };
}

/** Everything that two tabs, the owner and an admin may do to one order. Refusals are expected. */
async function storm(shop: MeasuredShop, { id }: RaceOrder, buyer: Account): Promise<void> {
  const http = new ShopHttp(shop.url, 30_000);
  const { token } = buyer;
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
    http.call('PUT', `/api/order/${id}`, { token: shop.admin.token, body: { status: 'Shipped' } });
  const remove = () => http.call('DELETE', `/api/orders/${id}`, { token });
  const refund = () =>
    http.call('POST', `/api/orders/${id}/refund`, {
      token: shop.admin.token,
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

interface Ledger {
  charges: { payment_intent: string; amount: number; amount_refunded: number; status: string }[];
  intents: { id: string; metadata: Record<string, string> }[];
  undelivered: number;
}

/** Reads the ledger once every webhook has arrived. */
async function quietLedger(controls: ShopHttp, token: string): Promise<Ledger> {
  const until = Date.now() + 120_000;
  for (;;) {
    const ledger = (await controls.must('GET', '/ledger', { token })).body as Ledger;
    // Repeated copies of a message may still be on their way when its first one has arrived.
    if (ledger.undelivered === 0) {
      await delay(2_000);
      return (await controls.must('GET', '/ledger', { token })).body as Ledger;
    }
    if (Date.now() > until) throw new Error(`${ledger.undelivered} webhooks were never taken`);
    await delay(500);
  }
}
