import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';
import type { StoredEvent } from './objects.ts';
import type { Store } from './store.ts';

/** How deliveries misbehave, for tests: how often each event is sent, how much later at random, whether at all. */
export interface WebhookFaults {
  copies: number;
  jitterMs: number;
  held: boolean;
}

const retryAfterMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
const answerLimitMs = 10_000;

/**
 * Sends events to the shop, signed, and again until it answers 2xx; what a stop interrupted is sent after the next
 * start. An event that was refused through the whole schedule is given up until then.
 */
export class WebhookSender {
  faults: WebhookFaults = { copies: 1, jitterMs: 0, held: false };
  readonly #store: Store;
  readonly #url: string;
  readonly #secret: string;
  readonly #stop: AbortSignal;

  /** Sends until `stop`. */
  constructor(store: Store, url: string, secret: string, stop: AbortSignal) {
    this.#store = store;
    this.#url = url;
    this.#secret = secret;
    this.#stop = stop;
  }

  /** Sends everything that is not delivered yet. */
  sendPending(): void {
    for (const stored of this.#store.events.values()) this.send(stored);
  }

  /** Sends one event now, as often as the faults say, unless it is delivered. */
  send({ event, delivered }: StoredEvent): void {
    if (delivered || this.#url === '' || this.faults.held) return;
    for (let copy = 0; copy < this.faults.copies; copy += 1)
      // An event that a stop interrupts is sent after the next start.
      this.#deliver(event, Math.random() * this.faults.jitterMs).catch(() => undefined);
  }

  async #deliver(event: StoredEvent['event'], afterMs: number): Promise<void> {
    const payload = JSON.stringify(event);
    for (const ms of [afterMs, ...retryAfterMs]) {
      await wait(ms, undefined, { signal: this.#stop });
      if (!(await this.#post(payload))) continue;
      this.#stop.throwIfAborted();
      if (this.#store.events.get(event.id)?.delivered) return;
      this.#store.put({ table: 'events', id: event.id, value: { event, delivered: true } });
      return this.#store.commit();
    }
  }

  async #post(payload: string): Promise<boolean> {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: this.#secret });
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (simulator)',
      'stripe-signature': signature,
    };
    const signal = AbortSignal.any([this.#stop, AbortSignal.timeout(answerLimitMs)]);
    try {
      const answer = await fetch(this.#url, { method: 'POST', headers, body: payload, signal });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }
}
