import type { Changed } from './commands/change-order.ts';
import { changeOrder } from './commands/change-order.ts';
import { placeOrder } from './commands/place-order.ts';
import { setStock } from './commands/set-stock.ts';
import { ToolMemory } from './commands/tool-memory.ts';
import { GenerationReader, readOf } from './log/generation-reader.ts';
import { readIntents, registerIntent } from './log/intents.ts';
import { LogUnavailableError } from './log/log-errors.ts';
import { openStore } from './log/open-store.ts';
import { opsEntries, recordOps } from './log/ops.ts';
import { recordKeys } from './log/record-keys.ts';
import { RoundRobinClient } from './log/round-robin-client.ts';
import { decodeRecord, toDocument } from './model/order-record.ts';
import { projectionCode } from './model/project.ts';
import type { OrderLog } from './order-log.ts';
import { isDeleted, type OrderDocument } from './orders/order-document.ts';
import { readHead, readStock, readTotals } from './queries/figures.ts';
import { orderHistory } from './queries/history.ts';
import { listOrders } from './queries/order-list.ts';
import { eventNotices, recordedEvents, tailLog } from './queries/tail-log.ts';

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

/**
 * Opens the order log, making the store on first use. Throws `LogUnavailableError` when Redis does not answer, or holds
 * no log though it must. A store whose read models another release built, and a Redis that takes no writes, are opened for
 * reading; writes fail until a rebuild has been made, or until Redis takes them.
 */
export async function openOrderLog(options: OrderLogOptions): Promise<OrderLog> {
  const client = new RoundRobinClient(
    options.url,
    options.name ?? 'karigar',
    options.commandTimeoutMs ?? 2_000,
  );
  const shop = await openStore(client, projectionCode, options.mustExist === true).catch(
    async (error: unknown) => {
      await client.close();
      throw error;
    },
  );
  const reader = new GenerationReader(client);
  const memory = new ToolMemory();
  return {
    shop,
    redis: client,
    place: (command) => placeOrder(reader, memory, command),
    pay: async ({ orderId, transactionId, ...origin }) =>
      live(orderId, await changeOrder(reader, orderId, { type: 'pay-order', transactionId }, {}, origin)),
    ship: async ({ orderId, ...origin }) =>
      live(orderId, await changeOrder(reader, orderId, { type: 'ship-order' }, {}, origin)),
    remove: async ({ orderId, reason, expectedIntent, ...origin }) => {
      const command = { type: 'delete-order', reason } as const;
      const { changed } = await changeOrder(reader, orderId, command, { intent: expectedIntent }, origin);
      return { changed };
    },
    setStock: (command) => setStock(reader, command),
    stock: (toolIds) => readStock(reader, toolIds),
    order: (id) =>
      reader.follow(async (keys) => {
        const found = await reader.read(keys, [readOf('GET', keys.order(id))]);
        if (found === 'moved') return found;
        return typeof found[0] === 'string' ? toDocument(id, decodeRecord(found[0])) : null;
      }),
    orders: (query) => listOrders(reader, query),
    history: (orderId) => orderHistory(reader, orderId),
    totals: () => readTotals(reader),
    head: () => readHead(client),
    registerIntent: (intent) => registerIntent(reader, intent),
    intent: async (orderId) => (await readIntents(client, [orderId]))[0] ?? null,
    intents: (orderIds) => readIntents(client, orderIds),
    recordOps: (entry) => recordOps(client, entry),
    opsEntries: (count) => opsEntries(client, count),
    tail: (from, signal, follow) => tailLog(options.url, from, signal, recordedEvents, follow),
    notices: (from, signal) => tailLog(options.url, from, signal, eventNotices),
    ping: async () => {
      const code = await client.run((connection) => connection.hGet(recordKeys.meta, 'code'));
      if (code !== projectionCode) {
        throw new LogUnavailableError(
          `This release (${projectionCode}) may not write the read models (${code})`,
        );
      }
    },
    close: () => client.close(),
  };
}

function live(orderId: string, result: Changed): { order: OrderDocument; changed: boolean } {
  const order = toDocument(orderId, result.record);
  if (order === null || isDeleted(order)) throw new TypeError(`${orderId} must be live after this command`);
  return { order, changed: result.changed };
}
