import { randomUUID } from 'node:crypto';
import { ShopHttp } from '../seed/shop-http.ts';
import { openTools, orderBody } from '../seed/tools-and-orders.ts';
import type { Fault } from './fault.ts';
import type { PlaceEntry } from './history.ts';
import type { LabShop } from './lab-shop.ts';
import { type OneShop, openOneShop } from './one-shop.ts';

const stock = 100;
const crowd = 300;
const copies = 50;

/**
 * 300 buyers at once order one piece each of a tool with stock 100 (exactly 100 must be sold), and one buyer sends the same command 50 times at
 * once (exactly one order must be made).
 */
export const crowds: Fault<OneShop> = {
  name: 'crowds',
  rounds: 3,
  needs: { lasts: 'a fault', open: () => openOneShop({ buyers: 20 }) },
  async inject(shop, { found }) {
    const [toolId = ''] = await openTools(shop.url, shop.admin, [stock]);
    shop.toolIds.push(toolId);
    const rushed = await Promise.all(
      Array.from({ length: crowd }, (_, n) => order(shop, toolId, n, randomUUID())),
    );
    const key = randomUUID();
    const same = await Promise.all(
      Array.from({ length: copies }, () => order(shop, shop.toolIds[0] ?? '', 0, key)),
    );
    shop.history.push(...rushed, ...same);
    const sold = rushed.filter(({ outcome }) => outcome === 'acknowledged').length;
    const ids = new Set(same.map(({ orderId }) => orderId));
    if (sold !== stock) found({ kind: 'stock', what: `${sold} of ${stock} were sold to ${crowd} buyers` });
    if (ids.size !== 1) found({ kind: 'doubled', what: `${copies} copies made ${ids.size} orders` });
  },
};

async function order(lab: LabShop, toolId: string, n: number, key: string): Promise<PlaceEntry> {
  const { buyer } = lab.pick(n);
  const answer = await new ShopHttp(lab.url, 30_000).call('POST', '/api/orders', {
    token: buyer.token,
    idempotencyKey: key,
    body: orderBody(buyer, toolId),
    headers: { 'x-request-id': key },
  });
  const placed = answer.status === 201;
  const fixed = { op: 'place', key, email: buyer.email, toolId, quantity: 1, attempts: 1 } as const;
  return {
    ...fixed,
    outcome: placed ? 'acknowledged' : answer.status === 409 ? 'refused' : 'unknown',
    orderId: placed ? (answer.body as { insertedId: string }).insertedId : null,
  };
}
