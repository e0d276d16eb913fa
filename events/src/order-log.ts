import type { RecordConnection } from './log/redis-connection.ts';
import type { DeletedOrder, OrderDocument } from './orders/order-document.ts';
import type { RecordedEvent } from './orders/order-event.ts';

/** Who did something: user:<uid>, admin:<email>, system:<what> or ops:<who>. */
export type Actor = string;

/** Who asks, and under which id the request can be found in the server's own journal. */
export interface Origin {
  readonly actor: Actor;
  readonly correlationId: string;
}

/** Asks for a new order. `requestHash` tells a repeat from another request under the same key. */
export interface PlaceCommand extends Origin {
  readonly uid: string;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly email: string;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly zip: string;
  readonly toolId: string;
  readonly quantity: number;
  /** The price that the person saw (whole dollars); absent means today's. */
  readonly unitPrice?: number | undefined;
}
/** Says that the provider has taken the money. */
export interface PayCommand extends Origin {
  readonly orderId: string;
  readonly transactionId: string;
}
/** Says that the parcel has left. */
export interface ShipCommand extends Origin {
  readonly orderId: string;
}
/** Asks to delete an unpaid order, provided that its registered intent is still `expectedIntent` (null: none). */
export interface RemoveCommand extends Origin {
  readonly orderId: string;
  readonly reason: string;
  readonly expectedIntent: string | null;
}
/** Sets what is available of a tool, or adds to it. */
export type SetStockCommand = Origin & { readonly toolId: string } & (
    | { readonly set: number }
    | { readonly add: number }
  );

/** Which orders to list, newest first. Filters add up. */
export interface OrderListQuery {
  readonly state?: 'unpaid' | 'paid' | 'shipped' | 'all' | undefined;
  readonly email?: string | undefined;
  /** Part of the tool's name as ordered, without regard to case. */
  readonly search?: string | undefined;
  /** Placed at or after this time (ms). */
  readonly from?: number | undefined;
  /** Placed before this time (ms). */
  readonly to?: number | undefined;
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}
/** One page. `total` counts all orders of the query, whatever the page. */
export interface OrderPage {
  readonly orders: OrderDocument[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** Orders by state and the money in them (whole dollars). `revenue` is paid and shipped together. */
export interface Totals {
  readonly unpaid: number;
  readonly paid: number;
  readonly shipped: number;
  readonly deleted: number;
  readonly revenue: number;
  readonly awaitingPayment: number;
}
/** Where the log ends now. `gen` is the generation of read models in use. */
export interface LogHead {
  readonly seq: number;
  readonly hash: string;
  readonly ts: number;
  readonly gen: number;
  readonly shop: string;
}
/** The payment intent registered for an order; `attempt` rises when a used-up intent is replaced. */
export interface RegisteredIntent {
  readonly intentId: string;
  readonly attempt: number;
}
/** Something an operator, or the shop on its own, did or has to look at. `detail` is free JSON. */
export interface OpsRecord {
  readonly kind: string;
  readonly who: string;
  readonly why: string;
  readonly detail: Readonly<Record<string, unknown>>;
}
/** A record with its id in the stream and its time (ms). */
export interface OpsEntry extends OpsRecord {
  readonly id: string;
  readonly ts: number;
}

/** That something happened to an order or a tool, without what it was. */
export interface EventNotice {
  readonly seq: number;
  /** Order id or tool id. */
  readonly subject: string;
  /** `order.created` and so on; possibly one that only a newer release knows. */
  readonly type: string;
  /** When (ms). */
  readonly ts: number;
}

/** Plain records (tools, users, reviews, profiles) behind the same deadline as the log. */
export interface RecordClient {
  /**
   * Runs commands of node-redis. Throws `LogUnavailableError` when Redis is away or the deadline passes; the outcome of
   * a write is then unknown.
   */
  run<T>(work: (connection: RecordConnection) => Promise<T>): Promise<T>;
  /**
   * Stores `value` under `key` only if the key holds `expected` at that moment (null: nothing). Answers whether it did.
   * The way to edit a record that two people may have open.
   */
  compareAndSet(key: string, expected: string | null, value: string): Promise<boolean>;
}

/**
 * The order log of the shop. Every write is one atomic step that also brings the read models up to date, so a reader sees
 * its own write. Refusals are `OrderRejectedError`; `LogUnavailableError` means an unknown outcome: send the same again.
 */
export interface OrderLog {
  /** Random id of this store, made once. */
  readonly shop: string;
  readonly redis: RecordClient;
  /** Places an order and reserves its stock. The same person and key always get the same order (`repeated`). */
  place(command: PlaceCommand): Promise<{ order: OrderDocument; repeated: boolean }>;
  /** Marks an order paid. Repeating it with the same transaction is `changed: false`. */
  pay(command: PayCommand): Promise<{ order: OrderDocument; changed: boolean }>;
  /** Marks a paid order shipped. Repeating it is `changed: false`. */
  ship(command: ShipCommand): Promise<{ order: OrderDocument; changed: boolean }>;
  /** Deletes an unpaid order and frees its stock once. Repeating it is `changed: false`. */
  remove(command: RemoveCommand): Promise<{ changed: boolean }>;
  /** Sets or adds stock; answers what is available afterwards. */
  setStock(command: SetStockCommand): Promise<{ available: number }>;
  /** What is available of each tool, 0 for a tool without stock, in the order asked. */
  stock(toolIds: readonly string[]): Promise<number[]>;
  order(id: string): Promise<OrderDocument | DeletedOrder | null>;
  orders(query: OrderListQuery): Promise<OrderPage>;
  /** The events of one order, oldest first; empty when there never was one. */
  history(orderId: string): Promise<RecordedEvent[]>;
  totals(): Promise<Totals>;
  head(): Promise<LogHead>;
  /**
   * Registers the payment intent of an order while it is live and unpaid. `not-live`: paid, deleted or unknown.
   * `other`: an intent with the same or a higher attempt is registered already.
   */
  registerIntent(intent: {
    orderId: string;
    intentId: string;
    attempt: number;
  }): Promise<'registered' | 'not-live' | 'other'>;
  intent(orderId: string): Promise<RegisteredIntent | null>;
  /** The registered intents of several orders, in the order asked. */
  intents(orderIds: readonly string[]): Promise<(RegisteredIntent | null)[]>;
  recordOps(entry: OpsRecord): Promise<void>;
  /** The newest `count` records, newest first. */
  opsEntries(count: number): Promise<OpsEntry[]>;
  /**
   * Follows the log from the event after `from` (0: from the beginning) on a connection of its own until the signal
   * aborts. Survives a restart of Redis without missing or repeating an event. With `follow` false it ends where the log
   * ends now.
   */
  tail(from: number, signal: AbortSignal, follow?: boolean): AsyncIterable<RecordedEvent>;
  /** The same without reading the events' content: cheap, and not stopped by an event of a newer release. */
  notices(from: number, signal: AbortSignal): AsyncIterable<EventNotice>;
  /** Throws `LogUnavailableError` unless Redis answers and this release may write its read models. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** How to reach the log. */
export interface OrderLogOptions {
  /** redis://[user:password@]host:port */
  readonly url: string;
  /** Name of the connection, as Redis shows it to operators. */
  readonly name?: string | undefined;
  /** How long one call may take before its connection is given up (ms, 2,000 unless told). */
  readonly commandTimeoutMs?: number | undefined;
  /** Refuses a Redis that holds no log, instead of making one in what may be the wrong place. */
  readonly mustExist?: boolean | undefined;
}
