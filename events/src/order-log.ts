import type { Origin } from './commands/append-until-decided.ts';
import { changeOrder, type RemoveCommand, removeOrder } from './commands/change-order.ts';
import { type PlaceCommand, placeOrder } from './commands/place-order.ts';
import {
  type EraseCommand,
  erasePerson,
  type SetStockCommand,
  setStock,
  type VoidCommand,
  voidEvent,
} from './commands/record-fact.ts';
import { ToolCache } from './commands/tool-cache.ts';
import { readOf, type StoreOptions, storeOf } from './log/generation-reader.ts';
import { type IntentToRegister, registerIntent } from './log/intents.ts';
import { LogClient } from './log/log-client.ts';
import { type LogDamagedError, LogUnavailableError } from './log/log-errors.ts';
import { redisKeys } from './log/redis-keys.ts';
import type { ReplicaWaitListener } from './log/replica-wait.ts';
import { openStore, readHead, redisTime } from './log/store-head.ts';
import { decodeRecord, toDocument } from './model/order-record.ts';
import type { CommandOf } from './orders/order-command.ts';
import { readStock, readTotals } from './queries/figures.ts';
import { orderHistory, orderIdAt } from './queries/find-order.ts';
import { type EventPosition, eventNotice, eventsAfter, followLog, wholeEvent } from './queries/follow-log.ts';
import { listOrders, type OrderListQuery } from './queries/order-list.ts';
import { readSales, readSoldTools } from './queries/sales.ts';

/** Who carries a parcel, and what is accepted about it; what is left out is unknown, or not accepted. */
type Shipping = Origin & { orderId: string } & {
  readonly [field in keyof Omit<CommandOf<'ship-order'>, 'type'>]?:
    | CommandOf<'ship-order'>[field]
    | undefined;
};

type Correction = Origin & { orderId: string; person: string; seen?: number | null };

/** A command that leaves an order's payment as it is: refunds, cancellations, disputes. */
export type AfterPayment = CommandOf<
  | 'request-refund'
  | 'record-refund'
  | 'fail-refund'
  | 'request-cancellation'
  | 'decline-cancellation'
  | 'withdraw-cancellation'
  | 'record-dispute'
>;

/** A payment by hand that a customer reports, provided that the order's registered intent is still `expectedIntent` (null: none). */
type Claim = Origin & { orderId: string; way: string; transactionId: string; expectedIntent: string | null };

/** How to reach the log. */
interface OrderLogOptions extends StoreOptions {
  /** As `readRedisAddress` takes it: `redis://[user:password@]host:port`, or Sentinels. */
  url: string;
  /** How many replicas must have flushed what a call wrote before it is answered; none unless told. */
  replicas?: number | undefined;
  /** Called after each wait for replicas; several calls may share one. */
  onReplicaWait?: ReplicaWaitListener | undefined;
  /** Name of the connection, as Redis shows it to operators. */
  name?: string | undefined;
  /** How long one call may take before its connection is given up (ms, 2,000 unless told). */
  commandTimeoutMs?: number | undefined;
  /** Called by a follower for each entry of the log that is no event of the shop, again with each read that meets it. */
  onForeign?: ((entry: LogDamagedError) => void) | undefined;
  /** Refuses a Redis that holds no log, instead of making one in what may be the wrong place. */
  mustExist?: boolean | undefined;
}

/**
 * The order log of the shop. Every write is one atomic step that also brings the read models up to date, so a reader sees
 * its own write. Refusals are `OrderRejectedError`; `LogUnavailableError` means an unknown outcome: send the same again.
 */
export interface OrderLog extends Awaited<ReturnType<typeof openOrderLog>> {}

/**
 * Opens the order log of the shop, making the store on first use. Throws `LogUnavailableError` when Redis does not answer, and
 * `StoreClosedError` when a backup is being restored, the head is lost, or there is no log though there must be. A store
 * whose read models another release built, and a Redis that takes no writes, are opened for reading; writes fail until a
 * rebuild has been made, or until Redis takes them.
 */
export async function openOrderLog(options: OrderLogOptions) {
  const client = new LogClient({
    place: options.url,
    name: options.name ?? 'karigar',
    timeoutMs: options.commandTimeoutMs ?? 2_000,
    replicas: options.replicas,
    onReplicaWait: options.onReplicaWait,
  });
  const store = storeOf(client, options);
  const { reader, projection } = store;
  await openStore(client, projection.code, options.mustExist === true).catch(async (error: unknown) => {
    await client.close();
    throw error;
  });
  const followed = { store, primary: client.primary, onForeign: options.onForeign ?? (() => undefined) };
  const tools = new ToolCache(() => client.primary.term);
  return {
    /**
     * Reads the id of the shop, made once and kept by its backups. It is never cached: a backup that is restored under an open
     * server brings its own.
     */
    shop: async () => (await readHead(client)).shop,
    /** Reads the time of the log's Redis (ms), which also dates events: what depends on the age of an order compares with it. */
    now: () => redisTime(client),
    /** Reads the time (ms) of the last event that a copy has of its original; null for a shop that is no copy. */
    async copiedAt() {
      const time = await client.run((connection) => connection.hGet(redisKeys.meta, 'copiedAt'));
      return time ? Number(time) : null;
    },
    redis: client,
    /** Knows which Redis takes the writes now. */
    primary: client.primary,
    /** Places an order and reserves its stock. The same person and key always get the same order (`repeated`). */
    place: (command: PlaceCommand) => placeOrder(store, tools, command),
    /** Marks an order paid. Repeating it with the same transaction is `changed: false`. */
    pay: ({ orderId, transactionId, ...origin }: Origin & { orderId: string; transactionId: string }) =>
      changeOrder(store, orderId, { type: 'pay-order', transactionId }, origin),
    /** Records that a customer reports a payment by hand. Repeating the one that waits is `changed: false`. */
    claim: ({ orderId, way, transactionId, expectedIntent: intent, ...origin }: Claim) =>
      changeOrder(store, orderId, { type: 'claim-payment', way, transactionId }, origin, { intent }),
    /** Records what a person says of a reported payment: found, and the order is paid, or not. Repeating it is `changed: false`. */
    decideClaim: (orderId: string, decision: Omit<CommandOf<'decide-claim'>, 'type'>, origin: Origin) =>
      changeOrder(store, orderId, { type: 'decide-claim', ...decision }, origin),
    /** Marks a paid order shipped, or records who carries one that has left. Repeating it is `changed: false`. */
    ship: ({
      orderId,
      despiteCancellation = false,
      despiteDispute = false,
      carrier = null,
      trackingNumber = null,
      ...origin
    }: Shipping) => {
      const shipping = { despiteCancellation, despiteDispute, carrier, trackingNumber };
      return changeOrder(store, orderId, { type: 'ship-order', ...shipping }, origin);
    },
    /**
     * Corrects who receives the parcel of an order that is not shipped (`person` is sealed); what was before stays in its history. Throws
     * `VERSION_CONFLICT` when the order has another number of corrections than `seen`.
     */
    correct: ({ orderId, person, seen = null, ...origin }: Correction) =>
      changeOrder(store, orderId, { type: 'correct-order', person, seen }, origin),
    /**
     * Records what happens to an order after its payment: refunds, requests to cancel, disputes. Repeating it is
     * `changed: false`.
     */
    afterPayment: (orderId: string, command: AfterPayment, origin: Origin) =>
      changeOrder(store, orderId, command, origin),
    /** Deletes an unpaid order and frees its stock once. Repeating it is `changed: false`. */
    remove: (command: RemoveCommand) => removeOrder(store, command),
    /**
     * Sets stock, adds to it or takes pieces away, with the tool's next record in the same step; answers what is available afterwards. Throws
     * `VERSION_CONFLICT` when it is sent again, because the tool has that record already; setting without a record may be
     * repeated.
     */
    setStock: (command: SetStockCommand) => setStock(store, command),
    /**
     * Declares an event void that does not fit the history before it, so that it counts no more; on any other event it has no
     * effect. Answers the seq of the declaration. The read models follow with the next rebuild.
     */
    voidEvent: (command: VoidCommand) => voidEvent(store, command),
    /**
     * Declares a person erased; from then on no order of theirs is taken. Throws ORDERS_OPEN while an order of theirs is unpaid, or
     * paid and not shipped. Repeating it is `changed: false`.
     */
    erasePerson: (command: EraseCommand) => erasePerson(store, command),
    /** Reads the uids of all erased persons. */
    erasedPersons: () => reader.readOne<string[]>((keys) => readOf('ZRANGE', keys.erased, '0', '-1')),
    /** What is available of each tool, 0 for a tool without stock, in the order asked. */
    stock: (toolIds: readonly string[]) => readStock(reader, toolIds),
    order: async (id: string) => {
      const stored = await reader.order(id);
      return stored === null ? null : toDocument(id, decodeRecord(stored));
    },
    orders: (query: OrderListQuery) => listOrders(store, query),
    /** The id of the order that was placed with the event at this position; null when that event placed none. */
    orderIdAt: (seq: number) => orderIdAt(store, seq),
    /** The id of the order that a transaction has paid; null when it paid none. */
    orderIdOfPayment: (transactionId: string) =>
      reader.readOne<string | null>((keys) => readOf('HGET', keys.tx, transactionId)),
    /** The events of one order, oldest first; empty when there never was one. */
    history: (orderId: string) => orderHistory(store, orderId),
    totals: () => readTotals(reader),
    /** Orders and money of some days of the shop (`2026-12-01`), in the order asked. */
    sales: (days: readonly string[]) => readSales(reader, days),
    /** What was paid of each tool on some days. */
    soldTools: (days: readonly string[]) => readSoldTools(reader, days),
    head: () => readHead(client),
    /**
     * Registers the payment intent of an order while it is live and unpaid. `not-live`: paid, deleted or unknown. `claimed`: a payment by hand
     * is reported for it.
     * `other`: another intent than the one that the caller saw (`seen`, absent for none) is registered.
     */
    registerIntent: (intent: IntentToRegister) => registerIntent(store, intent),
    /** The id of the intent that is registered for an order; null when there is none. */
    intent: (orderId: string) => client.run((connection) => connection.hGet(redisKeys.intents, orderId)),
    /**
     * Reads up to `count` events after an event, or after `logBegin`. Null when the log does not hold that event: it has another history.
     * Entries that are no events are left out. Throws `UnknownSchemaError` at an event of a newer release, `StoreClosedError`, `LogUnavailableError`.
     */
    eventsAfter: (position: EventPosition, count: number) =>
      eventsAfter(followed, position, count, wholeEvent),
    /** Whether the log in Redis holds an event with this hash. */
    holds: async ({ seq, hash }: EventPosition) => seq === 0 || (await store.events.hashAt(seq)) === hash,
    /**
     * Follows the log from the event after `from` (a seq, 0 for the beginning, or an event) until the signal aborts. Survives a restart of
     * Redis and another primary without missing or repeating an event; entries that are no events are left out. With `follow` false it ends
     * where the log ends now. Throws `OtherHistoryError` when the log does not hold the event any more that it has told last, and
     * `UnknownSchemaError` at an event of a newer release.
     */
    tail: (from: number | EventPosition, signal: AbortSignal, follow?: boolean) =>
      followLog(followed, from, signal, wholeEvent, follow),
    /** The same without the events' content: cheap, and not stopped by an event of a newer release. */
    notices: (from: number | EventPosition, signal: AbortSignal) =>
      followLog(followed, from, signal, eventNotice),
    /** Throws `LogUnavailableError` unless Redis answers and this release may write its read models. */
    ping: async () => {
      const { code } = await readHead(client);
      if (code !== projection.code) {
        throw new LogUnavailableError(
          `This release (${projection.code}) may not write the read models (${code})`,
        );
      }
    },
    close: () => client.close(),
  };
}
