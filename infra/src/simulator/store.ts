import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Journal } from './journal.ts';
import type { Charge, PaymentIntent, Refund, StoredEvent, StoredMethod } from './objects.ts';

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
  event: StoredEvent;
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
  readonly events = new Map<string, StoredEvent>();
  readonly answers = new Map<string, RememberedAnswer>();
  private readonly journal: Journal<Put[]>;

  /** Opens `dataDir/journal.ndjson`, made when absent. */
  constructor(dataDir: string) {
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
        case 'event':
          this.events.set(put.id, put.value);
          break;
        case 'answer':
          this.answers.set(put.id, put.value);
          break;
        default:
          put satisfies never;
      }
    }
  }
}
