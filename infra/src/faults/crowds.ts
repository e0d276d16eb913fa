import { randomUUID } from 'node:crypto';
import type { FigureTable } from '../measuring/figure.ts';
import { ShopHttp } from '../seed/shop-http.ts';
import { openTools, orderBody } from '../seed/tools-and-orders.ts';
import { checkHistory } from './check-history.ts';
import type { PlaceEntry } from './history.ts';
import type { LabShop } from './lab-shop.ts';
import { openOneShop } from './one-shop.ts';
import { readAftermath } from './read-aftermath.ts';

const stock = 100;
const crowd = 300;
const copies = 50;

/**
 * Lets 300 buyers at once order one piece each of a tool with stock 100 (exactly 100 must be sold), and one buyer send
 * the same command 50 times at once (exactly one order must stand). Gives a table, and how many rounds broke a promise.
 */
export async function runCrowds(rounds: number): Promise<{ table: FigureTable; wrong: number }> {
  const shop = await openOneShop({ buyers: 20 });
  const rows: (string | number)[][] = [];
  let wrong = 0;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const [toolId = ''] = await openTools(shop.url, shop.admin, [stock]);
      shop.toolIds.push(toolId);
      const rushed = await Promise.all(
        Array.from({ length: crowd }, (_, n) => order(shop, toolId, n, randomUUID())),
      );
      const sold = rushed.filter(({ outcome }) => outcome === 'acknowledged').length;
      const key = randomUUID();
      const same = await Promise.all(
        Array.from({ length: copies }, () => order(shop, shop.toolIds[0] ?? '', 0, key)),
      );
      const ids = new Set(same.map(({ orderId }) => orderId));
      shop.history.push(...rushed, ...same);
      const findings = checkHistory(await readAftermath(shop));
      const right = sold === stock && ids.size === 1 && findings.length === 0;
      if (!right) wrong += 1;
      for (const finding of findings.slice(0, 10)) console.log(`  ${finding.kind}: ${finding.what}`);
      rows.push([round, sold, ids.size, findings.length, right ? 'as promised' : 'WRONG']);
      console.log(`crowd, round ${round}: ${sold} of ${stock} sold, ${ids.size} order from ${copies} copies`);
    }
  } finally {
    await shop.close();
  }
  const sales = `sold of ${stock} to ${crowd} buyers`;
  const columns = ['round', sales, `orders from ${copies} copies`, 'wrong', 'verdict'];
  return { table: { title: 'Crowds', columns, rows }, wrong };
}

async function order(lab: LabShop, toolId: string, n: number, key: string): Promise<PlaceEntry> {
  const buyer = lab.buyers[n % lab.buyers.length];
  if (buyer === undefined) throw new Error('The shop has no buyers');
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
