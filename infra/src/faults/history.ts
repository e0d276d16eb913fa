import type { ShopEvent } from '@karigar/events';

/**
 * What a client knows about a request it sent: `acknowledged` (a 2xx), `refused` (a definite no) or `unknown` (no
 * answer, a broken one, or "try again"): then it may have happened or not.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** An order as its buyer wanted it; repeated under the same key until the outcome is known or the run ends. */
export interface PlaceEntry {
  op: 'place';
  /** The idempotency key, a UUID; it is also the id of the request, so that doubles show whatever their ids are. */
  key: string;
  email: string;
  toolId: string;
  quantity: number;
  outcome: Outcome;
  /** Known once acknowledged. */
  orderId: string | null;
  attempts: number;
}

/** A later step on an order, repeated in the same way. */
export interface StepEntry {
  op: 'pay' | 'ship' | 'delete' | 'refund' | 'correct';
  orderId: string;
  outcome: Outcome;
  attempts: number;
}

export type HistoryEntry = PlaceEntry | StepEntry;

/** An event as read back from the log. Only what the checker judges. */
export type LoggedEvent = { seq: number; subject: string; correlationId?: string } & ShopEvent;

/** A charge as the payment simulator's own ledger has it. Amounts are cents. */
export interface LedgerCharge {
  intentId: string;
  orderId: string | null;
  amount: number;
  refunded: number;
  succeeded: boolean;
}

/** An order as the shop's API shows it after the fault. */
export interface ShownOrder {
  orderId: string;
  paid: boolean;
  shipped: boolean;
  price: number;
  /** Cents. */
  givenBack: number;
}

/** Everything the checker judges: the clients' own record, and what is left after the fault. */
export interface Aftermath {
  entries: readonly HistoryEntry[];
  events: readonly LoggedEvent[];
  orders: readonly ShownOrder[];
  /** Available quantity by tool as the API shows it. */
  stock: Readonly<Record<string, number>>;
  charges: readonly LedgerCharge[];
  /** Differences that the operator's `verify` names. */
  verifyDifferences: readonly string[];
}
