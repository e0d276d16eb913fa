import { keepFigure, pairRow, readable } from '../measuring/figure.ts';
import { type DriveResult, drive, httpRequest, mustAnswer } from '../measuring/http-driver.ts';
import { type MeasuredShop, onSeparateCores, withShop } from '../measuring/measured-shop.ts';
import { pairedRounds } from '../measuring/paired-rounds.ts';
import { median, spread } from '../measuring/statistics.ts';
import type { Bench } from './bench.ts';
import { startYardstick } from './yardstick.ts';

/**
 * POST /api/orders (token, validation, append with `appendfsync always`, projection) at several numbers of connections,
 * against bare Hono that parses the same body with the same zod schema and answers.
 */
export const orders: Bench = ({ quick }) =>
  withShop({ buyers: quick ? 10 : 50, tools: 8 }, async (shop) => {
    const seconds = quick ? 0.5 : 3;
    const rounds = quick ? 1 : 4;
    const yardstick = await startYardstick('[]');
    try {
      const servers = [shop.stack.child('bff').pid, yardstick.pid];
      const rows: (string | number)[][] = [];
      const values: Record<string, number> = {};
      for (const connections of [1, 16, 50, 200]) {
        const answers: DriveResult[] = [];
        const load = { connections, seconds, warmUpSeconds: quick ? 0.3 : 1 };
        const pair = await onSeparateCores(servers, () =>
          pairedRounds({
            rounds,
            async ours() {
              const result = await drive({
                ...load,
                url: shop.url,
                request: orderRequests(shop, '/api/orders'),
              });
              mustAnswer(result, 201);
              answers.push(result);
              return result.perSecond;
            },
            async yardstick() {
              const result = await drive({
                ...load,
                url: yardstick.url,
                request: orderRequests(shop, '/orders'),
              });
              mustAnswer(result, 201);
              return result.perSecond;
            },
          }),
        );
        const p50 = median(answers.map((answer) => answer.p50));
        const p99s = answers.map((answer) => answer.p99);
        rows.push([
          ...pairRow(connections, pair),
          readable(p50),
          readable(median(p99s)),
          `${readable(spread(p99s))}`,
        ]);
        values[`perSecond${connections}`] = pair.ours;
        values[`ratio${connections}`] = pair.ratio;
        values[`p50_${connections}`] = p50;
        values[`p99_${connections}`] = median(p99s);
      }
      keepFigure({
        name: 'orders',
        title: 'Placing orders: POST /api/orders, one BFF process, Redis always flushed',
        command: 'npm run bench -- orders',
        quick,
        values,
        tables: [
          {
            title: `${rounds} rounds of ${seconds} s, a new order with each request`,
            columns: [
              'connections',
              'ours (orders/s)',
              'bare Hono',
              'ratio',
              '± ratio',
              'p50 ms',
              'p99 ms',
              '± p99',
            ],
            rows,
          },
        ],
        notes: [],
      });
    } finally {
      yardstick.stop();
    }
  });

let sequence = 0;

/** Requests for new orders by all buyers in turn; each has its own idempotency key. */
export function orderRequests(
  shop: Pick<MeasuredShop, 'buyers' | 'toolIds'>,
  path: string,
): (connection: number, n: number) => string {
  return (connection, n) => {
    sequence += 1;
    const buyer = shop.buyers[(connection + n) % shop.buyers.length];
    const toolId = shop.toolIds[sequence % shop.toolIds.length];
    if (buyer === undefined || toolId === undefined) throw new Error('The shop has no buyers or no tools');
    const body = {
      toolId,
      email: buyer.email,
      name: 'Rahima Khatun',
      address: `${sequence} Lake Road, Dhanmondi`,
      city: 'Dhaka',
      zip: '1207',
      quantity: 1,
    };
    const headers = {
      Authorization: `Bearer ${buyer.token}`,
      'Idempotency-Key': `bench-${process.pid}-${sequence}`,
    };
    return httpRequest('POST', path, headers, JSON.stringify(body));
  };
}
