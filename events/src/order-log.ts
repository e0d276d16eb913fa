import type { Origin } from './commands/append-until-decided.ts';
import type { ChangedOrder, RemoveCommand } from './commands/change-order.ts';
import type { EraseCommand } from './commands/erase-person.ts';
import type { PlaceCommand } from './commands/place-order.ts';
import type { SetStockCommand } from './commands/set-stock.ts';
import type { VoidCommand } from './commands/void-event.ts';
import type { RegisteredIntent } from './log/intents.ts';
import type { OpsEntry, OpsRecord } from './log/ops.ts';
import type { Primary } from './log/primary.ts';
import type { RedisClient } from './log/redis-connection.ts';
import type { LogHead } from './log/store-head.ts';
import type { DeletedOrder, OrderDocument } from './model/order-record.ts';
import type { CommandOf } from './orders/order-command.ts';
import type { RecordedEvent } from './orders/order-event.ts';
import type { Totals } from './queries/figures.ts';
import type { EventNotice, EventPosition, EventsRead } from './queries/follow-log.ts';
import type { OrderListQuery, OrderPage } from './queries/order-list.ts';

/** Who carries a parcel, and what is accepted about it; what is left out is unknown, or not accepted. */
type Shipping = {
  readonly [field in keyof Omit<CommandOf<'ship-order'>, 'type'>]?:
    | CommandOf<'ship-order'>[field]
    | undefined;
};

/** A command that leaves an order's payment as it is: refunds, cancellations, disputes. */
export type AfterPayment = CommandOf<
  | 'request-refund'
  | 'record-refund'
  | 'fail-refund'
  | 'request-cancellation'
  | 'decline-cancellation'
  | 'record-dispute'
>;

/**
 * The order log of the shop. Every write is one atomic step that also brings the read models up to date, so a reader sees
 * its own write. Refusals are `OrderRejectedError`; `LogUnavailableError` means an unknown outcome: send the same again.
 */
export interface OrderLog {
  /**
   * Reads the id of the shop, made once and kept by its backups. It is never cached: a backup that is restored under an open
   * server brings its own.
   */
  shop(): Promise<string>;
  /** Reads the time of the log's Redis (ms), which also dates events: what depends on the age of an order compares with it. */
  now(): Promise<number>;
  /** Reads the time (ms) of the last event that a copy has of its original; null for a shop that is no copy. */
  copiedAt(): Promise<number | null>;
  readonly redis: RedisClient;
  /** Knows which Redis takes the writes now. */
  readonly primary: Primary;
  /** Places an order and reserves its stock. The same person and key always get the same order (`repeated`). */
  place(command: PlaceCommand): Promise<{ order: OrderDocument; repeated: boolean }>;
  /** Marks an order paid. Repeating it with the same transaction is `changed: false`. */
  pay(command: Origin & { readonly orderId: string; readonly transactionId: string }): Promise<ChangedOrder>;
  /** Marks a paid order shipped, or records who carries one that has left. Repeating it is `changed: false`. */
  ship(command: Origin & { readonly orderId: string } & Shipping): Promise<ChangedOrder>;
  /**
   * Corrects who receives the parcel of an order that is not shipped (`person` is sealed); what was before stays in its history. Throws
   * `VERSION_CONFLICT` when the order has another number of corrections than `seen`.
   */
  correct(
    command: Origin & { readonly orderId: string; readonly person: string; readonly seen?: number },
  ): Promise<ChangedOrder>;
  /**
   * Carries out what can happen to an order after its payment: refunds, its customer's wish to cancel it, disputes. What is so already
   * is `changed: false`.
   */
  afterPayment(orderId: string, command: AfterPayment, origin: Origin): Promise<ChangedOrder>;
  /** Deletes an unpaid order and frees its stock once. Repeating it is `changed: false`. */
  remove(command: RemoveCommand): Promise<{ changed: boolean }>;
  /**
   * Sets stock, adds to it or takes pieces away, with the tool's next record in the same step; answers what is available afterwards. Throws
   * `VERSION_CONFLICT` when it is sent again, because the tool has that record already; setting without a record may be
   * repeated.
   */
  setStock(command: SetStockCommand): Promise<{ available: number }>;
  /**
   * Declares an event void that does not fit the history before it, so that it counts no more; on any other event it has no
   * effect. Answers the seq of the declaration. The read models follow with the next rebuild.
   */
  voidEvent(command: VoidCommand): Promise<{ seq: number }>;
  /**
   * Declares a person erased; from then on no order of theirs is taken. Throws ORDERS_OPEN while an order of theirs is unpaid, or
   * paid and not shipped. Repeating it is `changed: false`.
   */
  erasePerson(command: EraseCommand): Promise<{ changed: boolean }>;
  /** Reads the uids of all erased persons. */
  erasedPersons(): Promise<string[]>;
  /** What is available of each tool, 0 for a tool without stock, in the order asked. */
  stock(toolIds: readonly string[]): Promise<number[]>;
  order(id: string): Promise<OrderDocument | DeletedOrder | null>;
  orders(query: OrderListQuery): Promise<OrderPage>;
  /** The id of the order that was placed with the event at this position; null when that event placed none. */
  orderIdAt(seq: number): Promise<string | null>;
  /** The id of the order that a transaction has paid; null when it paid none. */
  orderIdOfPayment(transactionId: string): Promise<string | null>;
  /** The events of one order, oldest first; empty when there never was one. */
  history(orderId: string): Promise<RecordedEvent[]>;
  totals(): Promise<Totals>;
  head(): Promise<LogHead>;
  /**
   * Registers the payment intent of an order while it is live and unpaid. `not-live`: paid, deleted or unknown.
   * `other`: another intent than the one that the caller saw (`seen`, absent for none) is registered.
   */
  registerIntent(intent: {
    orderId: string;
    intentId: string;
    attempt: number;
    seen?: string | undefined;
  }): Promise<'registered' | 'not-live' | 'other'>;
  intent(orderId: string): Promise<RegisteredIntent | null>;
  /** The registered intents of several orders, in the order asked. */
  intents(orderIds: readonly string[]): Promise<(RegisteredIntent | null)[]>;
  /** Makes a record; with `once`, which names it, only the first call of all with this name does. */
  recordOps(entry: OpsRecord, once?: string): Promise<void>;
  /** The newest `count` records, newest first. */
  opsEntries(count: number): Promise<OpsEntry[]>;
  /**
   * Reads up to `count` events after an event, or after `logBegin`. Null when the log does not hold that event: it has another history.
   * Entries that are no events are left out. Throws `UnknownSchemaError` at an event of a newer release, `StoreClosedError`, `LogUnavailableError`.
   */
  eventsAfter(position: EventPosition, count: number): Promise<EventsRead | null>;
  /** Whether the log in Redis holds an event with this hash. */
  holds(position: EventPosition): Promise<boolean>;
  /**
   * Follows the log from the event after `from` (a seq, 0 for the beginning, or an event) until the signal aborts. Survives a restart of
   * Redis and another primary without missing or repeating an event; entries that are no events are left out. With `follow` false it ends
   * where the log ends now. Throws `OtherHistoryError` when the log does not hold the event any more that it has told last, and
   * `UnknownSchemaError` at an event of a newer release.
   */
  tail(from: number | EventPosition, signal: AbortSignal, follow?: boolean): AsyncIterable<RecordedEvent>;
  /** The same without the events' content: cheap, and not stopped by an event of a newer release. */
  notices(from: number | EventPosition, signal: AbortSignal): AsyncIterable<EventNotice>;
  /** Throws `LogUnavailableError` unless Redis answers and this release may write its read models. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
