import { ReadModelDamagedError } from '../log/log-errors.ts';
import { OrderRejectedError } from '../orders/decision.ts';
import { evolve } from '../orders/evolve.ts';
import type { EventEnvelope, OrderEvent, Sale } from '../orders/order-event.ts';
import {
  initialState,
  isLive,
  isSettled,
  type LiveStatus,
  type OrderState,
  type PaymentClaim,
} from '../orders/order-state.ts';
import type { ClaimRefusal, DeletionReason } from '../orders/reasons.ts';
import { type MoneyQuestions, moneyQuestions } from './money-questions.ts';

/** Position and time of one event of an order. */
interface HistoryEntry {
  seq: number;
  /** Milliseconds. */
  ts: number;
}

/**
 * An order as its read model holds it. `history` has an entry per event, so its length is the order's version;
 * `requestHash` is that of the request that placed it.
 */
export interface OrderRecord {
  history: readonly HistoryEntry[];
  requestHash: string;
  state: OrderState;
}

/** An order before its first event. */
export const noRecord: OrderRecord = { history: [], requestHash: '', state: initialState() };

/** An event of an order as the log holds it. */
export type RecordedOrderEvent = EventEnvelope & OrderEvent;

/** The record of an order after its next event. Throws an error that says why that event cannot follow. */
export function nextRecord(
  { history, requestHash, state }: OrderRecord,
  event: RecordedOrderEvent,
): OrderRecord {
  const { seq, ts, v } = event;
  const { length } = history;
  if (v !== length + 1) throw new Error(`it is event ${v} of its order, after event ${length}`);
  return {
    state: evolve(state, event, v),
    history: [...history, { seq, ts }],
    requestHash: length === 0 ? event.requestHash : requestHash,
  };
}

/** Folds the events of one order, oldest first, into its record. Throws what `nextRecord` throws. */
export function recordOf(events: readonly RecordedOrderEvent[]): OrderRecord {
  return events.reduce(nextRecord, noRecord);
}

/** The text under which an order is stored. The append script writes the fields before `state`, because only it knows seq and time. */
export function encodeRecord({ history, requestHash, state }: OrderRecord): string {
  return JSON.stringify({ version: history.length, history, requestHash, state });
}

/** Reads a stored order. Throws ReadModelDamagedError when the text is not that of one. */
export function decodeRecord(stored: string): OrderRecord {
  const { version, history, requestHash, state } = parsed(stored);
  if (!Array.isArray(history) || typeof requestHash !== 'string' || state?.status === undefined)
    throw new ReadModelDamagedError('A stored order must have a history, a request hash and a state');
  if (history.length === 0 || history.length !== version)
    throw new ReadModelDamagedError('A stored order must list each of its events');
  return { history, requestHash, state };
}

function parsed(stored: string): Partial<OrderRecord> & { version?: number } {
  try {
    return Object(JSON.parse(stored));
  } catch {
    throw new ReadModelDamagedError('A stored order must be JSON');
  }
}

/** What screens read of an order that is there; null when it was deleted or never placed. */
export function liveDocument(id: string, { state, history }: OrderRecord): OrderDocument | null {
  if (!isLive(state)) return null;
  const timeOf = (version: number): number => history[version - 1]?.ts ?? 0;
  const settled = isSettled(state) ? state : null;
  const shippedIn = 'shippedIn' in state ? state.shippedIn : null;
  return {
    id,
    ...state.sale,
    status: state.status,
    transactionId: settled?.transactionId ?? null,
    paidWay: settled?.way ?? null,
    claim: state.status === 'unpaid' ? claimOf(state.claim, timeOf) : null,
    number: history[0]?.seq ?? 0,
    version: history.length,
    seqs: history.map((entry) => entry.seq),
    createdAt: timeOf(1),
    paidAt: settled === null ? null : timeOf(settled.paidIn),
    shippedAt: shippedIn === null ? null : timeOf(shippedIn),
    carrier: settled?.shipment?.carrier ?? null,
    trackingNumber: settled?.shipment?.trackingNumber ?? null,
    corrections: state.corrected?.times ?? 0,
    correctedAt: state.corrected === undefined ? null : timeOf(state.corrected.in),
    ...moneyQuestions(settled, timeOf),
  };
}

function claimOf(
  claim: PaymentClaim | undefined,
  timeOf: (version: number) => number,
): OrderDocument['claim'] {
  if (claim === undefined) return null;
  const { way, transactionId, refused } = claim;
  return {
    way,
    transactionId,
    at: timeOf(claim.in),
    refused: refused === undefined ? null : { reason: refused.reason, at: timeOf(refused.in) },
  };
}

/** What screens read, of a deleted order as well; null for an order that never was. */
export function toDocument(id: string, record: OrderRecord): OrderDocument | DeletedOrder | null {
  const { state, history } = record;
  if (state.status !== 'deleted') return liveDocument(id, record);
  const { uid, reason } = state;
  const deletedAt = history.at(-1)?.ts ?? 0;
  const seqs = history.map((entry) => entry.seq);
  return { id, status: 'deleted', uid, version: history.length, deletedAt, reason, seqs };
}

/**
 * An order as screens read it: what was sold, and what became of it. Money is whole dollars, times are milliseconds since
 * 1970. `version` counts the order's events, `seqs` are their positions in the log; the first is the `number` by which people call
 * the order.
 */
export interface OrderDocument extends Sale, MoneyQuestions {
  id: string;
  status: LiveStatus;
  transactionId: string | null;
  /** The way of a payment by hand; null for a card payment, and for what is not paid. */
  paidWay: string | null;
  /** The last payment by hand that the customer of an unpaid order has reported; `refused` null: a person has to decide. */
  claim: {
    way: string;
    transactionId: string;
    at: number;
    refused: { reason: ClaimRefusal; at: number } | null;
  } | null;
  number: number;
  version: number;
  seqs: readonly number[];
  createdAt: number;
  paidAt: number | null;
  shippedAt: number | null;
  /** Who carries the parcel, and under which number; null when neither is known. */
  carrier: string | null;
  trackingNumber: string | null;
  /** How often its person was corrected, and when last. */
  corrections: number;
  correctedAt: number | null;
}

/** What is left of a deleted order: enough to answer a repeated command and its owner's question. */
export interface DeletedOrder {
  id: string;
  status: 'deleted';
  uid: string;
  version: number;
  deletedAt: number;
  reason: DeletionReason;
  seqs: readonly number[];
}

/** Checks whether a document is that of a deleted order. */
export function isDeleted(order: OrderDocument | DeletedOrder): order is DeletedOrder {
  return order.status === 'deleted';
}

/** The order of a document. Throws `OrderRejectedError` ORDER_NOT_FOUND where there is none, and ORDER_GONE for a deleted one. */
export function requireLive(order: OrderDocument | DeletedOrder | null): OrderDocument {
  if (order === null) throw new OrderRejectedError('ORDER_NOT_FOUND');
  if (isDeleted(order)) throw new OrderRejectedError('ORDER_GONE');
  return order;
}
