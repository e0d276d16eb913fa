import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from '../measuring/accounts.ts';
import { payByCard } from '../measuring/card-payment.ts';
import { orderBody } from '../measuring/order-body.ts';
import { type Answer, isDefinite, ShopHttp } from '../measuring/shop-http.ts';
import type { HistoryEntry, Outcome, PlaceEntry, StepEntry } from './history.ts';
import type { SeededRandom } from './seeded-random.ts';
import { shipAndRefund } from './ship-and-refund.ts';

/** What the buyers need to know of the shop. */
export interface BuyersOptions {
  url: string;
  accounts: readonly Account[];
  admin: Account;
  /** The payment simulator's test controls. */
  simulator: ShopHttp;
  toolIds: readonly string[];
  publishableKey: string;
  random: SeededRandom;
  /** Names the run, so that keys of two runs on one shop differ. */
  run: string;
}

/** People who browse, order, pay, ship, refund and delete, and record what they were told. */
export interface Buyers {
  entries: HistoryEntry[];
  /** Orders acknowledged so far. */
  acknowledged(): number;
  /** When each of them was, in `performance.now()`. */
  acknowledgedAt: readonly number[];
  /** Lets each finish the request under way and settles when all have stopped. */
  stop(): Promise<void>;
}

const answerLimitMs = 4_000;

/** Starts one person per account, and one admin who ships and refunds. */
export function startBuyers(options: BuyersOptions): Buyers {
  const entries: HistoryEntry[] = [];
  const acknowledgedAt: number[] = [];
  const toShip: string[] = [];
  const shop = new ShopHttp(options.url, answerLimitMs);
  let stopping = false;

  /** Repeats one step until its outcome is known or the run stops; what is unknown then stays so. */
  const untilKnown = async (
    entry: { outcome: Outcome; attempts: number },
    attempt: () => Promise<Outcome>,
  ) => {
    do {
      entry.attempts += 1;
      entry.outcome = await attempt();
      if (entry.outcome === 'unknown') await pause(40 + 160 * Math.random());
    } while (entry.outcome === 'unknown' && !stopping);
  };
  const judged = async (person: Account, answer: Answer): Promise<Outcome> => {
    if (answer.status === 401) await person.renew().catch(() => undefined);
    if (answer.status >= 200 && answer.status < 300) return 'acknowledged';
    return isDefinite(answer) ? 'refused' : 'unknown';
  };
  const step = async (op: StepEntry['op'], orderId: string, attempt: () => Promise<Outcome>) => {
    const entry: StepEntry = { op, orderId, outcome: 'unknown', attempts: 0 };
    entries.push(entry);
    await untilKnown(entry, attempt);
    return entry.outcome;
  };

  const place = async (buyer: Account, key: string, random: SeededRandom): Promise<string | null> => {
    const toolId = random.pick(options.toolIds);
    const quantity = random.whole(1, 3);
    const body = orderBody(buyer, toolId, { quantity });
    const headers = { 'x-request-id': key };
    const fixed = { op: 'place', key, email: buyer.email, toolId, quantity } as const;
    const entry: PlaceEntry = { ...fixed, outcome: 'unknown', orderId: null, attempts: 0 };
    entries.push(entry);
    await untilKnown(entry, async () => {
      const answer = await shop.call('POST', '/api/orders', { token: buyer.token, key, body, headers });
      const outcome = await judged(buyer, answer);
      if (outcome === 'acknowledged') {
        entry.orderId = (answer.body as { insertedId: string }).insertedId;
        acknowledgedAt.push(performance.now());
      }
      return outcome;
    });
    return entry.orderId;
  };
  const pay = (buyer: Account, orderId: string) =>
    step('pay', orderId, async () => {
      const { end, statuses } = await payByCard(shop, buyer, {
        orderId,
        publishableKey: options.publishableKey,
      });
      if (statuses.includes(401)) await buyer.renew().catch(() => undefined);
      if (end === 'claimed') toShip.push(orderId);
      return end === 'claimed' ? 'acknowledged' : end;
    });
  const remove = (buyer: Account, orderId: string) =>
    step('delete', orderId, async () =>
      judged(buyer, await shop.call('DELETE', `/api/orders/${orderId}`, { token: buyer.token })),
    );

  const buy = async (buyer: Account, name: string) => {
    const random = options.random.fork(name);
    while (!stopping) {
      await shop.call('GET', '/api/tools');
      const orderId = await place(buyer, randomUUID(), random);
      if (orderId === null) {
        await pause(20);
        continue;
      }
      const fate = random.next();
      if (fate < 0.4) await pay(buyer, orderId);
      else if (fate < 0.55) await remove(buyer, orderId);
      else if (fate < 0.65) await Promise.all([pay(buyer, orderId), remove(buyer, orderId)]);
      else await shop.call('GET', `/api/orders/${buyer.email}?limit=10`, { token: buyer.token });
    }
  };
  const everybody = Promise.all([
    ...options.accounts.map((buyer, i) => buy(buyer, `${options.run}-${i + 1}`)),
    shipAndRefund(
      {
        shop,
        simulator: options.simulator,
        admin: options.admin,
        random: options.random.fork(`${options.run}-admin`),
        isStopping: () => stopping,
        step,
        judged,
      },
      toShip,
    ),
  ]);
  return {
    entries,
    acknowledged: () => acknowledgedAt.length,
    acknowledgedAt,
    async stop() {
      stopping = true;
      await everybody;
    },
  };
}
