import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Journal } from './journal.ts';
import type {
  BalanceTransaction,
  Charge,
  Dispute,
  PaymentIntent,
  Refund,
  StoredEvent,
  StoredMethod,
} from './objects.ts';

/** A remembered answer: the same key with the same request gets it again. */
export interface RememberedAnswer {
  fingerprint: string;
  status: number;
  body: string;
}

interface Tables {
  method: StoredMethod;
  intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  balance: BalanceTransaction;
  event: StoredEvent;
  /** The event with this id has been taken by the shop. */
  delivered: true;
  answer: RememberedAnswer;
}

/** One object to keep under its id; the newest put of an id counts. */
export type Put = { [T in keyof Tables]: { table: T; id: string; value: Tables[T] } }[keyof Tables];

/** Everything the simulator knows: tables in memory, and the journal that brings them back after a stop of any kind. */
export class Store {
  readonly methods = new Map<string, StoredMethod>();
  readonly intents = new Map<string, PaymentIntent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly balance = new Map<string, BalanceTransaction>();
  readonly events = new Map<string, StoredEvent>();
  readonly answers = new Map<string, RememberedAnswer>();
  /** What fingerprints of cards are made with, so that nobody can count back to a number. */
  readonly cardKey: string;
  private readonly journal: Journal<Put[]>;

  /** Opens `dataDir/journal.ndjson`, made when absent; `cardKey` must be the same each time. */
  constructor(dataDir: string, cardKey: string) {
    this.cardKey = cardKey;
    mkdirSync(dataDir, { recursive: true });
    const { journal, lines } = Journal.open<Put[]>(join(dataDir, 'journal.ndjson'));
    this.journal = journal;
    for (const line of lines) this.apply(line);
  }

  /** Keeps all puts in one line, so that a stop in between keeps all of them or none. */
  commit(puts: Put[]): void {
    if (puts.length === 0) return;
    this.journal.append(puts);
    this.apply(puts);
  }

  close(): void {
    this.journal.close();
  }

  private apply(puts: Put[]): void {
    for (const put of puts) {
      switch (put.table) {
        case 'method':
          this.methods.set(put.id, put.value);
          break;
        case 'intent':
          this.intents.set(put.id, put.value);
          break;
        case 'charge':
          this.charges.set(put.id, put.value);
          break;
        case 'refund':
          this.refunds.set(put.id, put.value);
          break;
        case 'dispute':
          this.disputes.set(put.id, put.value);
          break;
        case 'balance':
          this.balance.set(put.id, put.value);
          break;
        case 'event':
          // Journals written before events could be listed hold another shape, which nothing needs any more.
          if (put.value.event) this.events.set(put.id, put.value);
          break;
        case 'delivered': {
          const stored = this.events.get(put.id);
          if (stored) stored.delivered = put.value;
          break;
        }
        case 'answer':
          this.answers.set(put.id, put.value);
          break;
        default:
          put satisfies never;
      }
    }
  }
}
