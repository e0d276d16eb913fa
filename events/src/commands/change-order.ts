import type { AppendGuards } from '../log/append.ts';
import { readOf, type Store } from '../log/generation-reader.ts';
import { ReadModelDamagedError } from '../log/log-errors.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { OrderDocument } from '../model/order-record.ts';
import { decodeRecord, liveDocument, noRecord, type OrderRecord, recordOf } from '../model/order-record.ts';
import { decide } from '../orders/decide.ts';
import type { OrderCommand, PlaceOrder } from '../orders/order-command.ts';
import { type DeletionReason, isOrderEvent } from '../orders/order-event.ts';
import { OrderRejectedError } from '../orders/rejection.ts';
import { appendToOrder, appendUntilDecided, type Origin } from './append-until-decided.ts';

/** Reports that the provider has taken the money. */
export interface PayCommand extends Origin {
  readonly orderId: string;
  readonly transactionId: string;
}
/** Reports that the parcel has left. */
export interface ShipCommand extends Origin {
  readonly orderId: string;
  /** Sends it although its customer asks to cancel. */
  readonly despiteCancellation?: boolean | undefined;
  /** Sends it although a dispute may take its money. */
  readonly despiteDispute?: boolean | undefined;
  readonly carrier?: string | undefined;
  readonly trackingNumber?: string | undefined;
}
/** Asks to send the parcel to a corrected person (sealed). */
export interface CorrectCommand extends Origin {
  readonly orderId: string;
  readonly person: string;
  /** The number of corrections that the writer saw; absent = not asked. */
  readonly seen?: number | undefined;
}
/** A command about a paid order without more than its fields. */
export type AfterPayment = Extract<
  OrderCommand,
  {
    type:
      | 'request-refund'
      | 'record-refund'
      | 'fail-refund'
      | 'request-cancellation'
      | 'decline-cancellation'
      | 'record-dispute';
  }
>;
/** Asks to delete an unpaid order, provided that its registered intent is still `expectedIntent` (null: none). */
export interface RemoveCommand extends Origin {
  readonly orderId: string;
  readonly reason: DeletionReason;
  readonly expectedIntent: string | null;
}

/** The order after a command; `changed` is false for a repeated one. */
export interface ChangedOrder {
  readonly order: OrderDocument;
  readonly changed: boolean;
}

/** Marks an order paid. */
export async function payOrder(store: Store, command: PayCommand): Promise<ChangedOrder> {
  const { orderId, transactionId } = command;
  return live(orderId, await changeOrder(store, orderId, { type: 'pay-order', transactionId }, {}, command));
}

/** Marks a paid order shipped; of one that has left it records who carries it, if that is told. */
export async function shipOrder(store: Store, command: ShipCommand): Promise<ChangedOrder> {
  const { orderId, despiteCancellation = false, despiteDispute = false } = command;
  const { carrier = null, trackingNumber = null } = command;
  const ship = { type: 'ship-order', despiteCancellation, despiteDispute, carrier, trackingNumber } as const;
  return live(orderId, await changeOrder(store, orderId, ship, {}, command));
}

/** Corrects who receives the parcel of an order that has not left. */
export async function correctOrder(store: Store, command: CorrectCommand): Promise<ChangedOrder> {
  const { orderId, person, seen = null } = command;
  return live(
    orderId,
    await changeOrder(store, orderId, { type: 'correct-order', person, seen }, {}, command),
  );
}

/** Carries out a command about the money or the parcel of a paid order. */
export async function changePaidOrder(
  store: Store,
  orderId: string,
  command: AfterPayment,
  origin: Origin,
): Promise<ChangedOrder> {
  return live(orderId, await changeOrder(store, orderId, command, {}, origin));
}

/** Deletes an unpaid order and frees its stock. */
export async function removeOrder(store: Store, command: RemoveCommand): Promise<{ changed: boolean }> {
  const { orderId, reason, expectedIntent: intent } = command;
  const { changed } = await changeOrder(
    store,
    orderId,
    { type: 'delete-order', reason },
    { intent },
    command,
  );
  return { changed };
}

interface Changed {
  readonly record: OrderRecord;
  readonly changed: boolean;
}

function live(orderId: string, { record, changed }: Changed): ChangedOrder {
  const order = liveDocument(orderId, record);
  if (order === null) throw new TypeError(`${orderId} must be live after this command`);
  return { order, changed };
}

/**
 * Reads the order's history, decides, appends. The rules are asked about the folded events, never about a read model, so
 * an event that this release does not know stops the command (`UnknownSchemaError`) instead of being overlooked.
 */
function changeOrder(
  store: Store,
  orderId: string,
  command: Exclude<OrderCommand, PlaceOrder>,
  guards: AppendGuards,
  origin: Origin,
): Promise<Changed> {
  return appendUntilDecided<Changed>(store, async (keys) => {
    const found = await store.reader.read(keys, [readOf('GET', keys.order(orderId))]);
    if (found === 'moved') return found;
    const [stored] = found;
    const record = typeof stored === 'string' ? await foldHistory(store.events, orderId, stored) : noRecord;
    const decision = decide(command, record.state);
    if (decision.outcome === 'rejected') {
      throw new OrderRejectedError(decision.rejection.code, decision.rejection.details);
    }
    if (decision.outcome === 'unchanged') return { answer: { record, changed: false } };
    return appendToOrder(orderId, record, decision.event, origin, guards, (changed) => ({
      record: changed,
      changed: true,
    }));
  });
}

/** Folds the order from its own events; the read model only lists where they are. */
async function foldHistory(log: LogReader, orderId: string, stored: string): Promise<OrderRecord> {
  const { history } = decodeRecord(stored);
  const events = await log.eventsAt(history.map((entry) => entry.seq));
  const own = events.filter(isOrderEvent);
  const stray = events.find((event, index) => event.subject !== orderId || event.v !== index + 1);
  if (stray !== undefined || own.length !== events.length) {
    throw new ReadModelDamagedError(`Event ${stray?.seq ?? 0} is listed as one of ${orderId}, and is none`);
  }
  return recordOf(own);
}
