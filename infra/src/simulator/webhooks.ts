import { createHmac } from 'node:crypto';
import { type StoredEvent, unixNow } from './objects.ts';
import type { Store } from './store.ts';

/** How deliveries misbehave, for tests: how often each event is sent, how much later at random, whether at all. */
export interface WebhookFaults {
  copies: number;
  jitterMs: number;
  held: boolean;
}

const retryAfterMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
const answerLimitMs = 10_000;

/** The `stripe-signature` header over `payload`, made at `time` (Unix seconds). */
function signPayload(payload: string, secret: string, time: number): string {
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  return `t=${time},v1=${signature}`;
}

/**
 * Sends events to the shop, signed, and again until it answers 2xx; what a stop interrupted is sent after the next
 * start. An event that was refused through the whole schedule is given up until then.
 */
export class WebhookSender {
  faults: WebhookFaults = { copies: 1, jitterMs: 0, held: false };
  private readonly store: Store;
  private readonly url: string;
  private readonly secret: string;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly stop = new AbortController();

  constructor(store: Store, url: string, secret: string) {
    this.store = store;
    this.url = url;
    this.secret = secret;
  }

  /** Sends everything that is not delivered yet. */
  sendPending(): void {
    for (const stored of this.store.events.values()) if (!stored.delivered) this.send(stored);
  }

  /** Sends one event now, as often as the faults say. */
  send(stored: StoredEvent): void {
    if (this.url === '' || this.faults.held) return;
    for (let copy = 0; copy < this.faults.copies; copy += 1) {
      this.later(Math.random() * this.faults.jitterMs, () => this.deliver(stored, 0));
    }
  }

  /** Ends all deliveries and retries; they are sent after the next start. */
  close(): void {
    this.stop.abort();
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private later(ms: number, run: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void run();
    }, ms);
    this.timers.add(timer);
  }

  private async deliver(stored: StoredEvent, attempt: number): Promise<void> {
    const { event } = stored;
    if (await this.post(JSON.stringify(event))) {
      if (this.stop.signal.aborted || this.store.events.get(event.id)?.delivered) return;
      this.store.commit([{ table: 'events', id: event.id, value: { event, delivered: true } }]);
      return;
    }
    const wait = retryAfterMs[attempt];
    if (wait !== undefined && !this.stop.signal.aborted)
      this.later(wait, () => this.deliver(stored, attempt + 1));
  }

  private async post(payload: string): Promise<boolean> {
    try {
      const answer = await fetch(this.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (simulator)',
          'stripe-signature': signPayload(payload, this.secret, unixNow()),
        },
        body: payload,
        signal: AbortSignal.any([this.stop.signal, AbortSignal.timeout(answerLimitMs)]),
      });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }
}
