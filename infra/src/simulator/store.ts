import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
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

/** An object as something to keep under its own id. */
export const put = <T extends 'intents' | 'charges' | 'refunds' | 'disputes' | 'balance'>(
  table: T,
  value: Tables[T],
) => ({ table, id: value.id, value }) as Put;

/** Everything the simulator knows: tables in memory, and a journal, one line of JSON for each commit, that brings them back after a stop of any kind. */
export class Store implements Record<keyof Tables, Map<string, unknown>> {
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
  private readonly journal: number;

  /**
   * Opens `dataDir/journal.ndjson`, made when absent; a last line that was cut short is dropped. `cardKey` must be the same each time.
   * Throws when a line in the middle is damaged.
   */
  constructor(dataDir: string, cardKey: string) {
    this.cardKey = cardKey;
    mkdirSync(dataDir, { recursive: true });
    this.journal = openSync(join(dataDir, 'journal.ndjson'), 'a+');
    const text = readFileSync(this.journal, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) ftruncateSync(this.journal, Buffer.byteLength(whole));
    for (const line of whole.split('\n')) if (line !== '') this.apply(JSON.parse(line) as Put[]);
  }

  /** Keeps all puts in one line, on disk (fsync) when this returns, so that a stop in between keeps all of them or none. */
  commit(puts: Put[]): void {
    if (puts.length === 0) return;
    writeSync(this.journal, `${JSON.stringify(puts)}\n`);
    fsyncSync(this.journal);
    this.apply(puts);
  }

  close(): void {
    closeSync(this.journal);
  }

  private apply(puts: Put[]): void {
    for (const { table, id, value } of puts) (this[table] as Map<string, typeof value>).set(id, value);
  }
}
