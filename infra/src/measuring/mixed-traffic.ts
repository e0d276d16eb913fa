import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { simulatorKeys } from '../stack/demo-environment.ts';
import type { Account } from './accounts.ts';
import { payByCard } from './card-payment.ts';
import type { MeasuredShop } from './measured-shop.ts';
import { orderBody } from './order-body.ts';
import { type Answer, ShopHttp } from './shop-http.ts';
import { LatencyHistogram } from './statistics.ts';

/** What people do, and how often of a hundred times. */
const shares = {
  catalogue: 30,
  tool: 15,
  search: 8,
  reviews: 5,
  'my orders': 14,
  order: 14,
  pay: 6,
  ship: 3,
  delete: 2,
  'manage orders': 3,
} as const;
type Action = keyof typeof shares;

/** One error, as the client saw it. */
interface TrafficError {
  action: Action;
  what: string;
}

/** Traffic that runs until it is stopped. */
export interface Traffic {
  /** Actions done, with their times in milliseconds. */
  byAction: Map<Action, LatencyHistogram>;
  /** All actions of each whole minute since the start. */
  byMinute: LatencyHistogram[];
  errors: TrafficError[];
  orders(): number;
  stop(): Promise<void>;
}

const actions = Object.entries(shares).flatMap(([action, share]) =>
  Array<Action>(share).fill(action as Action),
);
const actors = 48;

/**
 * Starts traffic on a shop. `perSecond` is how many actions people do together (Infinity: as many as go); an action that is
 * late starts at once, and its time counts from when it should have started, so that a stall is not forgotten.
 */
export function startTraffic(shop: MeasuredShop, perSecond: number): Traffic {
  const http = new ShopHttp(shop.url, 20_000);
  const traffic = { byAction: new Map<Action, LatencyHistogram>(), byMinute: [] as LatencyHistogram[] };
  const errors: TrafficError[] = [];
  const unpaid: { buyer: Account; orderId: string }[] = [];
  const toShip: string[] = [];
  const begin = performance.now();
  let turn = 0;
  let orders = 0;
  let stopping = false;

  const check = (action: Action, answer: Answer, ...good: number[]) => {
    if (good.includes(answer.status)) return true;
    const body = JSON.stringify(answer.body)?.slice(0, 200);
    errors.push({ action, what: `${answer.status} after ${Math.round(answer.ms)} ms: ${body}` });
    return false;
  };
  const buyerOf = (n: number) => {
    const buyer = shop.buyers[n % shop.buyers.length];
    if (buyer === undefined) throw new Error('The shop has no buyers');
    return buyer;
  };
  const order = async (n: number) => {
    const buyer = buyerOf(n);
    const answer = await http.call('POST', '/api/orders', {
      token: buyer.token,
      key: `load-${process.pid}-${Math.round(begin)}-${n}`,
      body: orderBody(buyer, shop.toolIds[n % shop.toolIds.length]),
    });
    if (!check('order', answer, 201)) return;
    orders += 1;
    unpaid.push({ buyer, orderId: (answer.body as { insertedId: string }).insertedId });
  };
  const pay = async () => {
    const next = unpaid.shift();
    if (next === undefined) return;
    const card = { orderId: next.orderId, publishableKey: simulatorKeys.STRIPE_PUBLISHABLE_KEY };
    const { end, statuses } = await payByCard(http, next.buyer, card);
    if (end === 'claimed') toShip.push(next.orderId);
    else errors.push({ action: 'pay', what: `${end}: ${statuses.join(', ')}` });
  };
  const { token } = shop.admin;
  const act = async (action: Action, n: number): Promise<unknown> => {
    const buyer = buyerOf(n);
    switch (action) {
      case 'catalogue':
        return check(action, await http.call('GET', '/api/tools'), 200);
      case 'tool':
        return check(
          action,
          await http.call('GET', `/api/tools/${shop.toolIds[n % shop.toolIds.length]}`),
          200,
        );
      case 'search':
        return check(action, await http.call('GET', '/api/searchtools?search=chisel'), 200);
      case 'reviews':
        return check(action, await http.call('GET', '/api/reviews'), 200);
      case 'my orders':
        return check(
          action,
          await http.call('GET', `/api/orders/${buyer.email}?limit=20`, { token: buyer.token }),
          200,
        );
      case 'manage orders':
        return check(action, await http.call('GET', '/api/orders?limit=50', { token }), 200);
      case 'order':
        return order(n);
      case 'pay':
        return pay();
      case 'ship': {
        const orderId = toShip.shift();
        if (orderId === undefined) return undefined;
        const body = { status: 'Shipped' };
        return check(action, await http.call('PUT', `/api/order/${orderId}`, { token, body }), 200);
      }
      case 'delete': {
        const last = unpaid.pop();
        if (last === undefined) return undefined;
        const call = { token: last.buyer.token };
        return check(action, await http.call('DELETE', `/api/orders/${last.orderId}`, call), 200);
      }
      default:
        return action satisfies never;
    }
  };
  const run = async () => {
    while (!stopping) {
      const n = turn++;
      const due = Number.isFinite(perSecond) ? begin + (n * 1000) / perSecond : performance.now();
      if (due > performance.now()) await pause(due - performance.now());
      // Steps of 37 visit all hundred places, so every stretch of the traffic has nearly the same mixture.
      const action = actions[(n * 37) % actions.length] as Action;
      await act(action, n);
      const now = performance.now();
      const minute = Math.floor((now - begin) / 60_000);
      const ms = now - due;
      slot(traffic.byAction, action).record(ms);
      traffic.byMinute[minute] ??= new LatencyHistogram();
      traffic.byMinute[minute].record(ms);
    }
  };
  const everybody = Promise.all(Array.from({ length: actors }, run));
  return {
    ...traffic,
    errors,
    orders: () => orders,
    async stop() {
      stopping = true;
      await everybody;
    },
  };
}

function slot(times: Map<Action, LatencyHistogram>, action: Action): LatencyHistogram {
  const known = times.get(action) ?? new LatencyHistogram();
  times.set(action, known);
  return known;
}
