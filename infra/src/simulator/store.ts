import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Stripe from 'stripe';
import {
  type BalanceTransaction,
  type Charge,
  type Dispute,
  type Event,
  newId,
  type PaymentIntent,
  type Refund,
  type StoredEvent,
  type StoredMethod,
  unixNow,
} from './objects.ts';

/** A remembered answer: the same key with the same request gets it again. */
export interface RememberedAnswer {
  fingerprint: string;
  status: number;
  body: string;
}

/** What each table holds. */
export interface Tables {
  methods: StoredMethod;
  intents: PaymentIntent;
  charges: Charge;
  refunds: Refund;
  disputes: Dispute;
  balance: BalanceTransaction;
  events: StoredEvent;
  answers: RememberedAnswer;
}

/** One object to keep under its id; the newest put of an id counts. */
export type Put = { [T in keyof Tables]: { table: T; id: string; value: Tables[T] } }[keyof Tables];

/** Every type of event that is told here; an event list asks for no other. */
export const toldTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const satisfies Event['type'][];

/**
 * Everything the simulator knows: tables in memory, and a journal, one line of JSON for each commit, that brings them back after a stop of any kind.
 * What is kept and told is seen at once, and lies on the disk after the next commit.
 */
export class Store implements Record<keyof Tables, Map<string, unknown>> {
  readonly methods = new Map<string, StoredMethod>();
  readonly intents = new Map<string, PaymentIntent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly balance = new Map<string, BalanceTransaction>();
  readonly events = new Map<string, StoredEvent>();
  readonly answers = new Map<string, RememberedAnswer>();
  /** What fingerprints of cards are made with, so that a number cannot be found by trying all. */
  readonly cardKey: string;
  /** Told after each commit, so that what follows from it can begin. */
  committed: (puts: readonly Put[]) => void = () => undefined;
  readonly #journal: number;
  #uncommitted: Put[] = [];

  /**
   * Opens `dataDir/journal.ndjson`, made when absent; a last line that was cut short is dropped. `cardKey` must be the same each time.
   * Throws when a line in the middle is damaged.
   */
  constructor(dataDir: string, cardKey: string) {
    this.cardKey = cardKey;
    mkdirSync(dataDir, { recursive: true });
    this.#journal = openSync(join(dataDir, 'journal.ndjson'), 'a+');
    const text = readFileSync(this.#journal, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) ftruncateSync(this.#journal, Buffer.byteLength(whole));
    for (const line of whole.split('\n'))
      if (line !== '') for (const put of JSON.parse(line)) this.#apply(put);
  }

  /** Keeps something under an id. */
  put(put: Put): void {
    this.#apply(put);
    this.#uncommitted.push(put);
  }

  /** Keeps an object under its own id, and gives it. */
  keep<T extends 'intents' | 'charges' | 'refunds' | 'disputes' | 'balance'>(
    table: T,
    value: Tables[T],
  ): Tables[T] {
    this.put({ table, id: value.id, value } as Put);
    return value;
  }

  /** Keeps an event that tells of an object as it is now. */
  tell(type: (typeof toldTypes)[number], object: Event['data']['object']): void {
    const event: Event = {
      id: newId('evt'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: unixNow(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
    };
    this.put({ table: 'events', id: event.id, value: { event, delivered: false } });
  }

  /** Writes all that is new in one line, on disk (fsync) when this returns, so that a stop in between keeps all of it or nothing. */
  commit(): void {
    const puts = this.#uncommitted;
    if (puts.length === 0) return;
    writeSync(this.#journal, `${JSON.stringify(puts)}\n`);
    fsyncSync(this.#journal);
    this.#uncommitted = [];
    this.committed(puts);
  }

  close(): void {
    closeSync(this.#journal);
  }

  #apply({ table, id, value }: Put): void {
    (this[table] as Map<string, typeof value>).set(id, value);
  }
}
