import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { payByCard } from '../seed/card-payment.ts';
import { type Answer, type Call, ShopHttp } from '../seed/shop-http.ts';
import { orderBody } from '../seed/tools-and-orders.ts';
import { simulatorKeys } from '../stack/demo-environment.ts';
import type { Account } from './accounts.ts';
import type { MeasuredShop } from './measured-shop.ts';
import { LatencyHistogram } from './statistics.ts';

/** Traffic that runs until it is stopped. */
export interface Traffic {
  /** Times of all that was done, by what it was. */
  byAction: ReadonlyMap<string, LatencyHistogram>;
  /** All actions of each whole minute since the start. */
  byMinute: readonly LatencyHistogram[];
  /** What went wrong, as the client saw it. */
  errors: readonly string[];
  /** How many actions were done. */
  count(): number;
  orders(): number;
  stop(): Promise<void>;
}

/** How often of a hundred times people do something, and how; gives no answer where there is nothing to do. */
type Action = [share: number, act: (n: number) => Promise<Answer | undefined>];

const actors = 48;

/**
 * Starts traffic on a shop. `perSecond` is how many actions people do together (Infinity: as many as go); an action that is
 * late starts at once, and its time counts from when it should have started, so that a stall is not forgotten.
 */
export function startTraffic(shop: MeasuredShop, perSecond: number): Traffic {
  const http = new ShopHttp(shop.url, 20_000);
  const byAction = new Map<string, LatencyHistogram>();
  const byMinute: LatencyHistogram[] = [];
  const errors: string[] = [];
  const unpaid: { buyer: Account; orderId: string }[] = [];
  const toShip: string[] = [];
  const begin = performance.now();
  let [turn, count, orders, stopping] = [0, 0, 0, false];

  const get = (path: string, call?: Call) => http.call('GET', path, call);
  const { token } = shop.admin;
  const actions: Record<string, Action> = {
    catalogue: [30, () => get('/api/tools')],
    tool: [15, (n) => get(`/api/tools/${shop.pick(n).toolId}`)],
    search: [8, () => get('/api/searchtools?search=chisel')],
    reviews: [5, () => get('/api/reviews')],
    'my orders': [
      14,
      (n) => {
        const { buyer } = shop.pick(n);
        return get(`/api/orders/${buyer.email}?limit=20`, { token: buyer.token });
      },
    ],
    'manage orders': [3, () => get('/api/orders?limit=50', { token })],
    order: [
      14,
      async (n) => {
        const { buyer, toolId } = shop.pick(n);
        const idempotencyKey = `load-${process.pid}-${Math.round(begin)}-${n}`;
        const call = { token: buyer.token, idempotencyKey, body: orderBody(buyer, toolId) };
        const answer = await http.call('POST', '/api/orders', call);
        if (answer.status !== 201) return answer;
        orders += 1;
        unpaid.push({ buyer, orderId: (answer.body as { insertedId: string }).insertedId });
        return answer;
      },
    ],
    pay: [
      6,
      async () => {
        const next = unpaid.shift();
        if (next === undefined) return undefined;
        const { STRIPE_PUBLISHABLE_KEY: publishableKey } = simulatorKeys;
        const { end, statuses } = await payByCard(http, next.buyer, { ...next, publishableKey });
        if (end === 'claimed') toShip.push(next.orderId);
        else errors.push(`pay: ${end}: ${statuses.join(', ')}`);
        return undefined;
      },
    ],
    ship: [
      3,
      async () => {
        const orderId = toShip.shift();
        if (orderId === undefined) return undefined;
        return http.call('PUT', `/api/order/${orderId}`, { token, body: { status: 'Shipped' } });
      },
    ],
    delete: [
      2,
      async () => {
        const last = unpaid.pop();
        if (last === undefined) return undefined;
        return http.call('DELETE', `/api/orders/${last.orderId}`, { token: last.buyer.token });
      },
    ],
  };
  const hundred = Object.entries(actions).flatMap(([name, [share, act]]) =>
    Array.from({ length: share }, () => ({ name, act })),
  );
  const run = async () => {
    while (!stopping) {
      const n = turn++;
      const due = Number.isFinite(perSecond) ? begin + (n * 1000) / perSecond : performance.now();
      if (due > performance.now()) await pause(due - performance.now());
      // Steps of 37 visit all hundred places, so every stretch of the traffic has nearly the same mixture.
      const { name, act } = hundred[(n * 37) % hundred.length] as (typeof hundred)[number];
      const answer = await act(n);
      if (answer !== undefined && Math.floor(answer.status / 100) !== 2) {
        const body = JSON.stringify(answer.body)?.slice(0, 200);
        errors.push(`${name}: ${answer.status} after ${Math.round(answer.ms)} ms: ${body}`);
      }
      const now = performance.now();
      const minute = Math.floor((now - begin) / 60_000);
      count += 1;
      byMinute[minute] ??= new LatencyHistogram();
      byMinute[minute].record(now - due);
      const times = byAction.get(name) ?? new LatencyHistogram();
      byAction.set(name, times);
      times.record(now - due);
    }
  };
  const everybody = Promise.all(Array.from({ length: actors }, run));
  return {
    ...{ byAction, byMinute, errors },
    count: () => count,
    orders: () => orders,
    async stop() {
      stopping = true;
      await everybody;
    },
  };
}
