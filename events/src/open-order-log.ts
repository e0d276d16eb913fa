import { changeOrder, removeOrder } from './commands/change-order.ts';
import { erasePerson } from './commands/erase-person.ts';
import { placeOrder } from './commands/place-order.ts';
import { setStock } from './commands/set-stock.ts';
import { ToolCache } from './commands/tool-cache.ts';
import { voidEvent } from './commands/void-event.ts';
import { readOf, storeOf } from './log/generation-reader.ts';
import { readIntents, registerIntent } from './log/intents.ts';
import { LogClient } from './log/log-client.ts';
import { type LogDamagedError, LogUnavailableError } from './log/log-errors.ts';
import { opsEntries, recordOps } from './log/ops.ts';
import type { PastEvents } from './log/past-events.ts';
import { redisKeys } from './log/redis-keys.ts';
import type { ReplicaWaitListener } from './log/replica-wait.ts';
import { openStore, readHead, redisTime } from './log/store-head.ts';
import { toDocument } from './model/order-record.ts';
import { projectionCode } from './model/project.ts';
import { readOrder } from './model/read-orders.ts';
import type { OrderLog } from './order-log.ts';
import { readStock, readTotals } from './queries/figures.ts';
import { orderHistory, orderIdAt, orderIdOfPayment } from './queries/find-order.ts';
import { eventNotice, eventsAfter, followLog, wholeEvent } from './queries/follow-log.ts';
import { listOrders } from './queries/order-list.ts';

/** How to reach the log. */
interface OrderLogOptions {
  /** As `readRedisAddress` takes it: `redis://[user:password@]host:port`, or Sentinels. */
  readonly url: string;
  /** How many replicas must have flushed what a call wrote before it is answered; none unless told. */
  readonly replicas?: number | undefined;
  /** Hears of each wait for replicas, which many calls may share. */
  readonly onReplicaWait?: ReplicaWaitListener | undefined;
  /** Name of the connection, as Redis shows it to operators. */
  readonly name?: string | undefined;
  /** How long one call may take before its connection is given up (ms, 2,000 unless told). */
  readonly commandTimeoutMs?: number | undefined;
  /** Called by a follower for each entry of the log that is no event of the shop, again with each read that meets it. */
  readonly onForeign?: ((entry: LogDamagedError) => void) | undefined;
  /** Gives the events that have left Redis; without, whatever needs one of them is refused. */
  readonly past?: PastEvents | undefined;
  /** Refuses a Redis that holds no log, instead of making one in what may be the wrong place. */
  readonly mustExist?: boolean | undefined;
}

/**
 * Opens the order log, making the store on first use. Throws `LogUnavailableError` when Redis does not answer, and
 * `StoreClosedError` when a backup is being restored, the head is lost, or there is no log though there must be. A store
 * whose read models another release built, and a Redis that takes no writes, are opened for reading; writes fail until a
 * rebuild has been made, or until Redis takes them.
 */
export async function openOrderLog(options: OrderLogOptions): Promise<OrderLog> {
  const client = new LogClient({
    place: options.url,
    name: options.name ?? 'karigar',
    timeoutMs: options.commandTimeoutMs ?? 2_000,
    replicas: options.replicas,
    onReplicaWait: options.onReplicaWait,
  });
  await openStore(client, projectionCode, options.mustExist === true).catch(async (error: unknown) => {
    await client.close();
    throw error;
  });
  const store = storeOf(client, options.past);
  const { reader } = store;
  const followed = { store, primary: client.primary, onForeign: options.onForeign ?? (() => undefined) };
  const tools = new ToolCache(() => client.primary.term);
  return {
    shop: async () => (await readHead(client)).shop,
    now: () => redisTime(client),
    async copiedAt() {
      const time = await client.run((connection) => connection.hGet(redisKeys.meta, 'copiedAt'));
      return time ? Number(time) : null;
    },
    redis: client,
    primary: client.primary,
    place: (command) => placeOrder(store, tools, command),
    pay: ({ orderId, transactionId, ...origin }) =>
      changeOrder(store, orderId, { type: 'pay-order', transactionId }, origin),
    ship: ({
      orderId,
      despiteCancellation = false,
      despiteDispute = false,
      carrier = null,
      trackingNumber = null,
      ...origin
    }) => {
      const shipping = { despiteCancellation, despiteDispute, carrier, trackingNumber };
      return changeOrder(store, orderId, { type: 'ship-order', ...shipping }, origin);
    },
    correct: ({ orderId, person, seen = null, ...origin }) =>
      changeOrder(store, orderId, { type: 'correct-order', person, seen }, origin),
    afterPayment: (orderId, command, origin) => changeOrder(store, orderId, command, origin),
    remove: (command) => removeOrder(store, command),
    setStock: (command) => setStock(store, command),
    voidEvent: (command) => voidEvent(store, command),
    erasePerson: (command) => erasePerson(store, command),
    erasedPersons: () => reader.readOne((keys) => readOf('ZRANGE', keys.erased, '0', '-1')),
    stock: (toolIds) => readStock(reader, toolIds),
    order: async (id) => {
      const record = await readOrder(reader, id);
      return record === null ? null : toDocument(id, record);
    },
    orders: (query) => listOrders(store, query),
    orderIdAt: (seq) => orderIdAt(store, seq),
    orderIdOfPayment: (transactionId) => orderIdOfPayment(reader, transactionId),
    history: (orderId) => orderHistory(store, orderId),
    totals: () => readTotals(reader),
    head: () => readHead(client),
    registerIntent: (intent) => registerIntent(store, intent),
    intent: async (orderId) => (await readIntents(client, [orderId]))[0] ?? null,
    intents: (orderIds) => readIntents(client, orderIds),
    recordOps: (entry, once) => recordOps(client, entry, once),
    opsEntries: (count) => opsEntries(client, count),
    eventsAfter: (position, count) => eventsAfter(followed, position, count, wholeEvent),
    holds: async ({ seq, hash }) => seq === 0 || (await store.events.hashesAt([seq])).get(seq) === hash,
    tail: (from, signal, follow) => followLog(followed, from, signal, wholeEvent, follow),
    notices: (from, signal) => followLog(followed, from, signal, eventNotice),
    ping: async () => {
      const { code } = await readHead(client);
      if (code !== projectionCode) {
        throw new LogUnavailableError(
          `This release (${projectionCode}) may not write the read models (${code})`,
        );
      }
    },
    close: () => client.close(),
  };
}
