import { randomUUID } from 'node:crypto';
import type { FigureTable } from '../measuring/figure.ts';
import { orderBody } from '../measuring/order-body.ts';
import { ShopHttp } from '../measuring/shop-http.ts';
import { openTools } from '../measuring/tools.ts';
import { checkHistory } from './check-history.ts';
import { type FaultEnvironment, openFaultEnvironment } from './fault-environment.ts';
import type { HistoryEntry } from './history.ts';
import { readAftermath } from './read-aftermath.ts';
import type { SeededRandom } from './seeded-random.ts';

/** The result of the crowds: the table, and how many rounds broke a promise. */
export interface CrowdsResult {
  table: FigureTable;
  wrong: number;
}

const stock = 100;
const crowd = 300;
const copies = 50;

/**
 * Lets 300 buyers at once order one piece each of a tool with stock 100 (exactly 100 must be sold), and one buyer send
 * the same command 50 times at once (exactly one order must stand).
 */
export async function runCrowds(random: SeededRandom, rounds: number): Promise<CrowdsResult> {
  const environment = await openFaultEnvironment({ random, buyers: 20 });
  const rows: (string | number)[][] = [];
  let wrong = 0;
  try {
    const history: HistoryEntry[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const [toolId = ''] = await openTools(environment.url, environment.admin, [stock]);
      environment.toolIds.push(toolId);
      const rush = Array.from({ length: crowd }, (_, n) => order(environment, toolId, n, randomUUID()));
      const rushed = await Promise.all(rush);
      const sold = rushed.filter(({ outcome }) => outcome === 'acknowledged').length;
      const steady = environment.toolIds[0] ?? '';
      const key = randomUUID();
      const same = await Promise.all(
        Array.from({ length: copies }, () => order(environment, steady, 0, key)),
      );
      const ids = new Set(same.map((entry) => entry.op === 'place' && entry.orderId));
      history.push(...rushed, ...same);
      const findings = checkHistory(await readAftermath(environment, history));
      const right = sold === stock && ids.size === 1 && findings.length === 0;
      if (!right) wrong += 1;
      for (const finding of findings.slice(0, 10)) console.log(`  ${finding.kind}: ${finding.what}`);
      rows.push([round, sold, ids.size, findings.length, right ? 'as promised' : 'WRONG']);
      console.log(`crowd, round ${round}: ${sold} of ${stock} sold, ${ids.size} order from ${copies} copies`);
    }
  } finally {
    await environment.close();
  }
  const columns = [
    'round',
    `sold of ${stock} to ${crowd} buyers`,
    `orders from ${copies} copies`,
    'wrong',
    'verdict',
  ];
  return { table: { title: 'Crowds', columns, rows }, wrong };
}

async function order(
  environment: FaultEnvironment,
  toolId: string,
  n: number,
  key: string,
): Promise<HistoryEntry> {
  const buyer = environment.buyers[n % environment.buyers.length];
  if (buyer === undefined) throw new Error('The environment has no buyers');
  const shop = new ShopHttp(environment.url, 30_000);
  const body = orderBody(buyer, toolId);
  const headers = { 'x-request-id': key };
  const answer = await shop.call('POST', '/api/orders', { token: buyer.token, key, body, headers });
  const placed = answer.status === 201;
  const refused = answer.status === 409;
  return {
    op: 'place',
    key,
    email: buyer.email,
    toolId,
    quantity: 1,
    outcome: placed ? 'acknowledged' : refused ? 'refused' : 'unknown',
    orderId: placed ? (answer.body as { insertedId: string }).insertedId : null,
    attempts: 1,
  };
}
