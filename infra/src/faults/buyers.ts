import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from '../measuring/accounts.ts';
import { payByCard } from '../seed/card-payment.ts';
import { type Answer, isDefinite, isDone, ShopHttp } from '../seed/shop-http.ts';
import { orderBody } from '../seed/tools-and-orders.ts';
import type { HistoryEntry, Outcome, PlaceEntry, StepEntry } from './history.ts';
import type { LabShop } from './lab-shop.ts';
import type { SeededRandom } from './seeded-random.ts';
import { shipAndRefund } from './ship-and-refund.ts';

/** People who browse, order, pay, ship, refund and delete, and record what they were told. */
export interface Buyers {
  entries: HistoryEntry[];
  /** When each order was acknowledged so far, in `performance.now()`. */
  acknowledgedAt: readonly number[];
  /** Lets each finish the request under way and settles when all have stopped. */
  stop(): Promise<void>;
}

const answerLimitMs = 4_000;

/** Starts one person per account, and one admin who ships and refunds. `run` names the run, so that keys of two runs on one shop differ. */
export function startBuyers(lab: LabShop, random: SeededRandom, run: string): Buyers {
  const entries: HistoryEntry[] = [];
  const acknowledgedAt: number[] = [];
  const toShip: string[] = [];
  const shop = new ShopHttp(lab.url, answerLimitMs);
  const end = new AbortController();
  const isStopping = () => end.signal.aborted;

  /** Repeats one step until its outcome is known or the run stops; what is unknown then stays so. */
  const untilKnown = async (
    entry: { outcome: Outcome; attempts: number },
    attempt: () => Promise<Outcome>,
  ) => {
    do {
      entry.attempts += 1;
      entry.outcome = await attempt();
      if (entry.outcome === 'unknown') await pause(40 + 160 * Math.random());
    } while (entry.outcome === 'unknown' && !isStopping());
  };
  const judged = async (person: Account, answer: Answer): Promise<Outcome> => {
    if (answer.status === 401) await person.renew().catch(() => undefined);
    if (isDone(answer)) return 'acknowledged';
    return isDefinite(answer) ? 'refused' : 'unknown';
  };
  const step = async (op: StepEntry['op'], orderId: string, attempt: () => Promise<Outcome>) => {
    const entry: StepEntry = { op, orderId, outcome: 'unknown', attempts: 0 };
    entries.push(entry);
    await untilKnown(entry, attempt);
    return entry.outcome;
  };

  const place = async (buyer: Account, own: SeededRandom): Promise<string | null> => {
    const [key, toolId, quantity] = [randomUUID(), own.pick(lab.toolIds), own.whole(1, 3)];
    const call = {
      idempotencyKey: key,
      body: orderBody(buyer, toolId, { quantity }),
      headers: { 'x-request-id': key },
    };
    const fixed = { op: 'place', key, email: buyer.email, toolId, quantity } as const;
    const entry: PlaceEntry = { ...fixed, outcome: 'unknown', orderId: null, attempts: 0 };
    entries.push(entry);
    await untilKnown(entry, async () => {
      const answer = await shop.call('POST', '/api/orders', { token: buyer.token, ...call });
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
      const { STRIPE_PUBLISHABLE_KEY: publishableKey } = lab.keys;
      const { end: outcome, statuses } = await payByCard(shop, buyer, { orderId, publishableKey });
      if (statuses.includes(401)) await buyer.renew().catch(() => undefined);
      if (outcome !== 'claimed') return outcome;
      toShip.push(orderId);
      return 'acknowledged';
    });
  const remove = (buyer: Account, orderId: string) =>
    step('delete', orderId, async () =>
      judged(buyer, await shop.call('DELETE', `/api/orders/${orderId}`, { token: buyer.token })),
    );

  const buy = async (buyer: Account, name: string) => {
    const own = random.fork(name);
    const think = (share: number) =>
      pause((lab.thinksMs ?? 0) * share, null, { signal: end.signal }).catch(() => undefined);
    await think(own.next());
    while (!isStopping()) {
      await shop.call('GET', '/api/tools');
      const orderId = await place(buyer, own);
      if (orderId === null) {
        await pause(20);
        continue;
      }
      const fate = own.next();
      if (fate < 0.4) await pay(buyer, orderId);
      else if (fate < 0.55) await remove(buyer, orderId);
      else if (fate < 0.65) {
        // As in two tabs: both pay, and both delete.
        const tab = () => Promise.all([pay(buyer, orderId), remove(buyer, orderId)]);
        await Promise.all([tab(), tab()]);
      } else await shop.call('GET', `/api/orders/${buyer.email}?limit=10`, { token: buyer.token });
      await think(1);
    }
  };
  const everybody = Promise.all([
    ...lab.buyers.map((buyer, i) => buy(buyer, `${run}-${i + 1}`)),
    shipAndRefund({ lab, shop, random: random.fork(`${run}-admin`), isStopping, step, judged }, toShip),
  ]);
  return {
    entries,
    acknowledgedAt,
    async stop() {
      end.abort();
      await everybody;
    },
  };
}
