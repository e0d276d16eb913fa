import { performance } from 'node:perf_hooks';
import { payByCard } from '../measuring/card-payment.ts';
import { readable, table } from '../measuring/figure.ts';
import { type People, startShop } from '../measuring/measured-shop.ts';
import { placeOrder } from '../measuring/order-body.ts';
import { ShopHttp } from '../measuring/shop-http.ts';
import { LatencyHistogram } from '../measuring/statistics.ts';
import { simulatorKeys } from '../stack/demo-environment.ts';
import type { Bench } from './bench.ts';

const atOnce = 16;

/**
 * Measures the whole life of an order, as often as possible: place, open the payment, card, claim, ship. The payment simulator
 * works on the same machine and flushes its own ledger, so this shows what a customer waits for, not a maximum of ours.
 */
export const settle: Bench = async ({ quick }) => {
  await using shop = await startShop({ buyers: atOnce, tools: 4 });
  const calls = ['place', 'open the payment', 'claim it paid', 'ship'];
  const times = calls.map(() => new LatencyHistogram());
  const { token } = shop.admin;
  const perSecond = await repeat(shop, atOnce, quick ? 2 : 20, async (http, n) => {
    const { orderId, calls } = await placeAndPay(shop, http, n);
    const body = { status: 'Shipped' };
    const shipped = await http.must('PUT', `/api/order/${orderId}`, { token, body });
    for (const [at, ms] of [...calls, shipped.ms].entries()) times[at]?.record(ms);
  });
  return {
    title: 'From the order to the parcel: place, pay, ship',
    tables: [
      table(
        `${atOnce} customers at once, ${readable(perSecond)} whole orders per second`,
        calls.map((call, at) => ({ call, ...times[at]?.cells })),
      ),
    ],
    notes: ['Opening and claiming a payment each ask the payment provider, here the simulator.'],
  };
};

/** Has so many people do `work` again and again for `seconds`, and gives how often a second it was done. */
export async function repeat(
  { url }: { url: string },
  people: number,
  seconds: number,
  work: (http: ShopHttp, n: number) => Promise<unknown>,
): Promise<number> {
  const http = new ShopHttp(url, 30_000);
  const start = performance.now();
  let [n, done] = [0, 0];
  const person = async () => {
    while (performance.now() < start + seconds * 1_000) {
      await work(http, n++);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: people }, person));
  return done / ((performance.now() - start) / 1_000);
}

/** Has the n-th buyer order and pay; gives the times (ms) of placing, of opening the payment and of claiming it. Throws when anything is refused. */
export async function placeAndPay(
  { pick }: Pick<People, 'pick'>,
  http: ShopHttp,
  n: number,
): Promise<{ orderId: string; calls: number[] }> {
  const { buyer, toolId } = pick(n);
  const { orderId, ms } = await placeOrder(http, { buyer, toolId });
  const { STRIPE_PUBLISHABLE_KEY: publishableKey } = simulatorKeys;
  const { end, shopMs, statuses } = await payByCard(http, buyer, { orderId, publishableKey });
  if (end !== 'claimed') throw new Error(`A payment ended ${end}: ${statuses.join(', ')}`);
  return { orderId, calls: [ms, shopMs[0] ?? Number.NaN, shopMs.at(-1) ?? Number.NaN] };
}
