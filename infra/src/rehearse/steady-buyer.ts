import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, openAccounts } from '../measuring/accounts.ts';
import type { ProductionShop } from './production-shop.ts';

/** Somebody who orders without a pause through the proxy while parts of the shop are taken away. */
export interface SteadyBuyer {
  /** Ids of the orders that the shop has acknowledged. */
  acknowledged: readonly string[];
  /** Answers the longest time (ms) without an acknowledged order since the last call of this. */
  longestPause(): number;
  /** Settles when another order has been acknowledged; rejects when none is after `limitMs`. */
  sellsAgain(limitMs: number): Promise<void>;
  /** Ends it; the order in hand is brought to its end. Rejects when that is not known within half a minute, or an order was refused. */
  stop(): Promise<void>;
}

/** As many as an account may leave unpaid. */
const ordersEach = 5;
const accounts = 60;
/** Two a second: enough to see a pause, and within every limit. */
const everyMs = 500;
/** Nobody waits longer for an answer. */
const answerMs = 10_000;

/** Opens the buyer's accounts and begins to order the tool `toolId`, `quantity` pieces each. */
export async function startSteadyBuyer(
  { url, emulator }: ProductionShop,
  { toolId, quantity }: { toolId: string; quantity: number },
): Promise<SteadyBuyer> {
  const buyers = await openAccounts({ url, emulatorHost: emulator.host }, 'rehearsal', accounts);
  const acknowledged: string[] = [];
  let stopped = false;
  let last = performance.now();
  let longest = 0;
  const note = (orderId: string) => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    acknowledged.push(orderId);
  };
  const running = (async () => {
    for (let at = 0; !stopped; at += 1) {
      if (at >= accounts * ordersEach) throw new Error('The buyer has ordered all that it may');
      const orderId = await placeUntilKnown(url, buyers[at % accounts] as Account, { toolId, quantity });
      note(orderId);
      await pause(everyMs);
    }
  })();
  // Whoever stops it hears of it.
  running.catch(() => undefined);
  return {
    acknowledged,
    longestPause() {
      const now = performance.now();
      const is = Math.max(longest, now - last);
      longest = 0;
      last = now;
      return is;
    },
    async sellsAgain(limitMs) {
      const [before, until] = [acknowledged.length, performance.now() + limitMs];
      while (acknowledged.length === before) {
        if (performance.now() > until) throw new Error(`No order is taken within ${limitMs / 1000} s`);
        await Promise.race([pause(50), running]);
      }
    },
    async stop() {
      stopped = true;
      const limit = AbortSignal.timeout(30_000);
      const late = new Promise<never>((_, reject) =>
        limit.addEventListener('abort', () => reject(new Error('The last order has no answer'))),
      );
      await Promise.race([running, late]);
    },
  };
}

/** Sends one order under one key until the shop says what became of it, as the page does. Throws when it is refused. */
async function placeUntilKnown(
  url: string,
  buyer: Account,
  order: { toolId: string; quantity: number },
): Promise<string> {
  const key = randomUUID();
  const destination = { name: 'Rehearsal Buyer', address: '1 Test Road', city: 'Dhaka', zip: '1215' };
  for (;;) {
    const answer = await fetch(`${url}/api/orders`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${buyer.token}`,
        'Idempotency-Key': key,
      },
      body: JSON.stringify({ ...order, ...destination, email: buyer.email }),
      signal: AbortSignal.timeout(answerMs),
    }).catch(() => null);
    const body = await answer?.json().catch(() => null);
    if (answer?.ok && body !== null) return (body as { insertedId: string }).insertedId;
    const isRefused = answer !== null && answer.status >= 400 && answer.status < 500 && answer.status !== 429;
    if (isRefused) throw new Error(`An order was refused with ${answer.status}: ${JSON.stringify(body)}`);
    await pause(100);
  }
}
