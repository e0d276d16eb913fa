import { performance } from 'node:perf_hooks';
import { payByCard } from '../measuring/card-payment.ts';
import { keepFigure, readable } from '../measuring/figure.ts';
import { type MeasuredShop, withShop } from '../measuring/measured-shop.ts';
import { orderBody } from '../measuring/order-body.ts';
import { ShopHttp } from '../measuring/shop-http.ts';
import { LatencyHistogram } from '../measuring/statistics.ts';
import { simulatorKeys } from '../stack/demo-environment.ts';
import type { Bench } from './bench.ts';

const atOnce = 16;

/**
 * Measures the whole life of an order, as often as possible: place, open the payment, card, claim, ship. The payment simulator
 * works on the same machine and flushes its own ledger, so this shows what a customer waits for, not a maximum of ours.
 */
export const settle: Bench = ({ quick }) =>
  withShop({ buyers: atOnce, tools: 4 }, async (shop) => {
    const steps = {
      place: 'place',
      intent: 'open the payment',
      claim: 'claim it paid',
      ship: 'ship',
    } as const;
    const times = {
      place: new LatencyHistogram(),
      intent: new LatencyHistogram(),
      claim: new LatencyHistogram(),
      ship: new LatencyHistogram(),
    };
    const seconds = quick ? 2 : 20;
    const start = performance.now();
    const end = start + seconds * 1000;
    let whole = 0;
    const worker = async (index: number) => {
      for (let n = 0; performance.now() < end; n += 1) {
        await oneOrder(shop, index, n, times);
        whole += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, (_, index) => worker(index)));
    const perSecond = whole / ((performance.now() - start) / 1000);
    const keys = Object.keys(steps) as (keyof typeof steps)[];
    keepFigure({
      name: 'settle',
      title: 'From the order to the parcel: place, pay, ship',
      command: 'npm run bench -- settle',
      quick,
      values: { perSecond, claimP99: times.claim.percentile(0.99), shipP99: times.ship.percentile(0.99) },
      tables: [
        {
          title: `${atOnce} customers at once, ${readable(perSecond)} whole orders per second`,
          columns: ['call', 'calls', 'p50 ms', 'p99 ms'],
          rows: keys.map((key) => {
            const time = times[key];
            return [steps[key], time.count, readable(time.percentile(0.5)), readable(time.percentile(0.99))];
          }),
        },
      ],
      notes: ['Opening and claiming a payment each ask the payment provider, here the simulator.'],
    });
  });

type Times = Record<'place' | 'intent' | 'claim' | 'ship', LatencyHistogram>;

async function oneOrder(shop: MeasuredShop, index: number, n: number, times: Times): Promise<void> {
  const http = new ShopHttp(shop.url, 30_000);
  const buyer = shop.buyers[index];
  if (buyer === undefined) throw new Error('The shop has too few buyers');
  const body = orderBody(buyer, shop.toolIds[n % shop.toolIds.length]);
  const placed = await http.must('POST', '/api/orders', {
    token: buyer.token,
    key: `settle-${index}-${n}`,
    body,
  });
  times.place.record(placed.ms);
  const orderId = (placed.body as { insertedId: string }).insertedId;
  const { STRIPE_PUBLISHABLE_KEY: publishableKey } = simulatorKeys;
  const { end, shopMs, statuses } = await payByCard(http, buyer, { orderId, publishableKey });
  if (end !== 'claimed') throw new Error(`A payment ended ${end}: ${statuses.join(', ')}`);
  times.intent.record(shopMs[0] ?? Number.NaN);
  times.claim.record(shopMs.at(-1) ?? Number.NaN);
  const shipped = await http.must('PUT', `/api/order/${orderId}`, {
    token: shop.admin.token,
    body: { status: 'Shipped' },
  });
  times.ship.record(shipped.ms);
}
