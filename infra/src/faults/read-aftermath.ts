import { openOrderLog } from '@karigar/events';
import { readEvents } from '../measuring/log-events.ts';
import { operatorVerify } from '../measuring/operator-run.ts';
import { ShopHttp } from '../measuring/shop-http.ts';
import { simulatorKeys } from '../stack/demo-environment.ts';
import type { Aftermath, HistoryEntry, LedgerCharge, ShownOrder } from './history.ts';
import type { ShopUnderTest } from './shop-under-test.ts';

/**
 * Reads everything that is left after a fault: log, lists, stock, the simulator's ledger, and what `verify` says. Payments may
 * still be on their way, so it reads again until nothing was appended meanwhile: the parts are then of one moment.
 */
export async function readAftermath(
  environment: ShopUnderTest,
  entries: readonly HistoryEntry[],
): Promise<Aftermath> {
  // As patient as the commands beside it: a busy machine is no fault.
  const log = await openOrderLog({
    url: environment.redisUrl,
    name: 'fault-harness',
    commandTimeoutMs: 10_000,
  });
  try {
    for (;;) {
      const { seq } = await log.head();
      const [events, orders, stock, charges, verifyDifferences] = await Promise.all([
        readEvents(environment.redisUrl, environment.past),
        readOrders(environment),
        readStock(environment),
        readLedger(environment.simulator),
        operatorVerify(environment),
      ]);
      if ((await log.head()).seq === seq)
        return { entries, events, orders, stock, charges, verifyDifferences };
    }
  } finally {
    await log.close();
  }
}

interface OrderRow {
  _id: string;
  paid: boolean;
  status: string;
  price: number;
  refund: { amount: number } | null;
}

async function readOrders(environment: ShopUnderTest): Promise<ShownOrder[]> {
  const shop = new ShopHttp(environment.url, 30_000);
  await environment.admin.renew();
  const orders: ShownOrder[] = [];
  for (let cursor = ''; ; ) {
    const path = `/api/orders?limit=1000${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page = await shop.must('GET', path, { token: environment.admin.token });
    for (const row of page.body as OrderRow[]) {
      orders.push({
        orderId: row._id,
        paid: row.paid,
        shipped: row.status === 'Shipped',
        price: row.price,
        givenBack: Math.round((row.refund?.amount ?? 0) * 100),
      });
    }
    cursor = page.headers.get('x-next-cursor') ?? '';
    if (cursor === '') return orders;
  }
}

async function readStock(environment: ShopUnderTest): Promise<Record<string, number>> {
  const answer = await new ShopHttp(environment.url, 30_000).must('GET', '/api/tools');
  const tools = answer.body as { _id: string; availableQuantity: number }[];
  const ours = new Set(environment.toolIds);
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

async function readLedger(simulator: ShopHttp): Promise<LedgerCharge[]> {
  const answer = await simulator.must('GET', '/ledger', { token: simulatorKeys.STRIPE_SECRET_KEY });
  return (answer.body as Ledger).charges.map((charge) => ({
    intentId: charge.payment_intent,
    orderId: charge.metadata.orderId ?? null,
    amount: charge.amount,
    refunded: charge.amount_refunded,
    succeeded: charge.status === 'succeeded',
  }));
}
