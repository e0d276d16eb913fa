import type { AppendGuards } from '../log/append.ts';
import { readOf, type Store } from '../log/generation-reader.ts';
import { ReadModelDamagedError } from '../log/log-errors.ts';
import type { LogReader } from '../log/log-reader.ts';
import {
  decodeRecord,
  liveDocument,
  noRecord,
  type OrderDocument,
  type OrderRecord,
  recordOf,
} from '../model/order-record.ts';
import { decide } from '../orders/decide.ts';
import { eventOf } from '../orders/decision.ts';
import type { CommandOf, OrderCommand } from '../orders/order-command.ts';
import { isOrderEvent } from '../orders/order-event.ts';
import type { DeletionReason } from '../orders/reasons.ts';
import { appendToOrder, appendUntilDecided, type Origin } from './append-until-decided.ts';

/** The order after a command; `changed` is false for a repeated one. */
export interface ChangedOrder {
  order: OrderDocument;
  changed: boolean;
}

/** A command on an order that stays. */
type ChangeCommand = Exclude<OrderCommand, { type: 'place-order' | 'delete-order' }>;

/** Carries out a command on an order, provided that `guards` hold. Throws `OrderRejectedError`. */
export async function changeOrder(
  store: Store,
  orderId: string,
  command: ChangeCommand,
  origin: Origin,
  guards: AppendGuards = {},
): Promise<ChangedOrder> {
  const { record, changed } = await carryOut(store, orderId, command, origin, guards);
  const order = liveDocument(orderId, record);
  if (order === null) throw new TypeError(`${orderId} must be live after this command`);
  return { order, changed };
}

/** Asks to delete an unpaid order, provided that its registered intent is still `expectedIntent` (null: none). */
export interface RemoveCommand extends Origin {
  orderId: string;
  reason: DeletionReason;
  expectedIntent: string | null;
}

/** Deletes an unpaid order and frees its stock. */
export async function removeOrder(store: Store, command: RemoveCommand): Promise<{ changed: boolean }> {
  const { orderId, reason, expectedIntent: intent } = command;
  const { changed } = await carryOut(store, orderId, { type: 'delete-order', reason }, command, { intent });
  return { changed };
}

interface Changed {
  record: OrderRecord;
  changed: boolean;
}

/**
 * Reads the order's history, decides, appends. The rules judge the folded events, never a read model, so an event that this release
 * does not know stops the command (`UnknownSchemaError`).
 */
function carryOut(
  store: Store,
  orderId: string,
  command: ChangeCommand | CommandOf<'delete-order'>,
  origin: Origin,
  guards: AppendGuards,
): Promise<Changed> {
  return appendUntilDecided<Changed>(store, async (keys) => {
    const found = await store.reader.read(keys, [readOf('GET', keys.order(orderId))]);
    const [stored] = found;
    const record = typeof stored === 'string' ? await foldHistory(store.events, orderId, stored) : noRecord;
    const event = eventOf(decide(command, record.state));
    if (event === null) return { answer: { record, changed: false } };
    return appendToOrder(orderId, record, event, origin, guards, (after) => ({
      record: after,
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
