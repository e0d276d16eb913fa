import type { Order } from '@karigar/bff/contracts';
import { openOrderLog } from '@karigar/events';
import { readEvents } from '../measuring/log-events.ts';
import { operatorVerify } from '../measuring/operator-run.ts';
import { ShopHttp } from '../seed/shop-http.ts';
import type { Aftermath, LedgerCharge, ShownOrder } from './history.ts';
import type { LabShop } from './lab-shop.ts';

/**
 * Reads everything that is left after a fault: log, lists, stock, the simulator's ledger, and what `verify` says. Payments may
 * still be on their way, so it reads again until nothing was appended meanwhile: the parts are then of one moment.
 */
export async function readAftermath(shop: LabShop): Promise<Aftermath> {
  // As patient as the commands beside it: a busy machine is no fault.
  const log = await openOrderLog({ url: shop.redisUrl, name: 'fault-harness', commandTimeoutMs: 10_000 });
  try {
    for (;;) {
      const { seq } = await log.head();
      const [events, orders, stock, charges, verifyDifferences] = await Promise.all([
        readEvents(shop.redisUrl, shop.past),
        readOrders(shop),
        readStock(shop),
        readLedger(shop),
        operatorVerify(shop),
      ]);
      if ((await log.head()).seq === seq)
        return { entries: shop.history, events, orders, stock, charges, verifyDifferences };
    }
  } finally {
    await log.close();
  }
}

/** Reads a list of orders of the shop, page by page; `total` is how many the shop counts. */
export async function readOrderList(
  { url }: LabShop,
  list: string,
  token: string,
  { pageSize = 1_000, pages = Number.POSITIVE_INFINITY } = {},
): Promise<{ total: number; orders: Order[] }> {
  const http = new ShopHttp(url, 30_000);
  const orders: Order[] = [];
  for (let page = 1, cursor = ''; ; page += 1) {
    const answer = await http.must('GET', `${list}?limit=${pageSize}${cursor}`, { token });
    orders.push(...(answer.body as Order[]));
    const next = answer.headers.get('x-next-cursor');
    if (next === null || page === pages)
      return { total: Number(answer.headers.get('x-total-count')), orders };
    cursor = `&cursor=${next}`;
  }
}

async function readOrders(shop: LabShop): Promise<ShownOrder[]> {
  await shop.admin.renew();
  const { orders } = await readOrderList(shop, '/api/orders', shop.admin.token);
  return orders.map(({ _id, paid, status, price, refund }) => ({
    orderId: _id,
    paid,
    shipped: status === 'Shipped',
    price,
    givenBack: Math.round((refund?.amount ?? 0) * 100),
  }));
}

async function readStock(shop: LabShop): Promise<Record<string, number>> {
  const answer = await new ShopHttp(shop.url, 30_000).must('GET', '/api/tools');
  const tools = answer.body as { _id: string; availableQuantity: number }[];
  const ours = new Set(shop.toolIds);
  return Object.fromEntries(
    tools.filter(({ _id }) => ours.has(_id)).map((tool) => [tool._id, tool.availableQuantity]),
  );
}

interface Ledger {
  charges: {
    payment_intent: string;
    amount: number;
    amount_refunded: number;
    status: string;
    metadata: Record<string, string>;
  }[];
}

async function readLedger({ simulator, keys }: LabShop): Promise<LedgerCharge[]> {
  const answer = await simulator.must('GET', '/ledger', { token: keys.STRIPE_SECRET_KEY });
  return (answer.body as Ledger).charges.map((charge) => ({
    intentId: charge.payment_intent,
    orderId: charge.metadata.orderId ?? null,
    amount: charge.amount,
    refunded: charge.amount_refunded,
    succeeded: charge.status === 'succeeded',
  }));
}
