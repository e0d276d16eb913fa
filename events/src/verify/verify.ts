import { hashOf, type RawEntry } from '../log/event-fields.ts';
import { readOf, type Store } from '../log/generation-reader.ts';
import { partsOf } from '../log/parts.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { readHead } from '../log/store-head.ts';
import { type Difference, Differences } from '../model/difference.ts';
import type { EventPosition } from '../queries/follow-log.ts';
import { compareFigures, compareMembers } from './compare-figures.ts';
import { compareDocument, compareOrders } from './compare-orders.ts';
import { FoldedLog, type FoldedOrder } from './folded-log.ts';

/** How to verify. */
interface VerifyOptions {
  onProgress?: ((seq: number, head: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** The head that an earlier archive recorded: nothing before it may have been cut or hashed anew. */
  against?: EventPosition | undefined;
  /** Events per batch. */
  batchSize?: number | undefined;
}

/** What a verification found. */
export interface Verification {
  /** The last event that was checked. */
  seq: number;
  hash: string;
  /** The generation in use, and the projection version that made it. */
  gen: number;
  code: string;
  orders: number;
  /** How many orders were not compared, because they changed all the time. */
  uncompared: number;
  /** Seqs of the events that do not fit the history before them and are not voided; each is a difference of the log too. */
  impossible: readonly number[];
  /** The first thousand. */
  differences: readonly Difference[];
  /** All of them. */
  count: number;
}

const eventsPerBatch = 1_000;
/** How often orders that change while they are compared are compared again. */
const mostRounds = 5;

/**
 * Checks the shop against its log while it is open: positions and hash chain, each event's data and whether it fits its order's history; and
 * folds the log as a rebuild with this release would, and compares what comes of it with the generation in use. Writes nothing.
 */
export async function verify(store: Store, options: VerifyOptions = {}): Promise<Verification> {
  const { client, reader } = store;
  const { signal, onProgress, against, batchSize = eventsPerBatch } = options;
  const [ofLog, ofModels] = [new Differences(), new Differences()];
  const lost = new Set<number>();
  const log = store.events.skippingLost(({ from, to, what }) => {
    if (!lost.has(from)) ofLog.add('log', from, 'archive', `events ${from} to ${to}: ${what}`);
    lost.add(from);
  });
  const folded = new FoldedLog(log, ofLog, store.projection);
  /** Orders that are not compared as their last event leaves them. */
  const open = new Set<string>();
  /** Sets that may hold orders which do not belong there. */
  const suspects = new Set<string>();
  let lastId = '0-0';

  /** Compares orders, and answers those that are stored in another version than was folded. */
  const compare = async (orders: readonly FoldedOrder[]) => {
    const others = await compareOrders(reader, orders, ofModels, suspects);
    const again = new Set(others.map(({ order: [id] }) => id));
    for (const [id, record] of orders)
      if (!again.has(id) && folded.version(id) === record.history.length) open.delete(id);
    return others;
  };

  /** Folds the log up to an event, and compares the orders that change as their last event leaves them. */
  const foldTo = async (seq: number): Promise<void> => {
    if (folded.position.seq >= seq) return;
    // While Redis answers about the orders of one batch, the next one is folded.
    let comparing: Promise<unknown> = Promise.resolve();
    for await (const entries of log.batches(lastId, { signal, size: batchSize })) {
      const own = entries.filter(([id]) => Number.parseInt(id, 10) <= seq);
      lastId = own.at(-1)?.[0] ?? lastId;
      const orders = await folded.take(own);
      for (const [id] of orders) open.add(id);
      await comparing;
      comparing = compare(orders);
      comparing.catch(() => undefined); // A failure reaches the code that awaits it.
      onProgress?.(folded.position.seq, Math.max(folded.position.seq, seq));
      if (own.length < entries.length || folded.position.seq >= seq) break;
    }
    await comparing;
  };

  /** Compares the orders that were stored in another version than was folded: those that went on meanwhile, and those that are wrong. */
  const compareOpen = async (): Promise<void> => {
    for (let round = 1; open.size > 0 && round <= mostRounds; round += 1) {
      const others: Awaited<ReturnType<typeof compare>> = [];
      for (const ids of partsOf([...open], eventsPerBatch))
        others.push(...(await compare(await folded.orders.records(ids))));
      await foldTo((await readHead(client)).seq);
      for (const { order, version, document } of others) {
        const [id, record] = order;
        // The log is folded to a later moment than that at which the document was read.
        if (version <= folded.version(id) && version > record.history.length) continue;
        open.delete(id);
        compareDocument(order, document, ofModels);
      }
    }
  };

  await reader.reload();
  const { seq: begun } = await readHead(client);
  await foldTo(begun);
  const ofSizes = await compareFigures(reader, folded, foldTo, ofModels, suspects);
  await compareOpen();
  await compareMembers(reader, folded, suspects, ofModels);
  const { seq, hash } = folded.position;
  const [head, entries] = await reader.readAll(() => [
    readOf('HGET', redisKeys.meta, 'seq'),
    readOf('XREVRANGE', redisKeys.events, '+', '-', 'COUNT', '1'),
  ]);
  // An entry behind the last event is none of the shop's.
  await folded.take(
    (entries as unknown as RawEntry[]).filter(([id]) => Number.parseInt(id, 10) > Number(head)),
  );
  if (seq < begun) ofLog.add('log', seq, 'last event', 'the log ends before the head that was written');
  if (against !== undefined) {
    const [entry] = await log.entriesAt([against.seq]);
    const found = entry === undefined ? 'missing' : hashOf(entry);
    if (found !== against.hash)
      ofLog.add('manifest', against.seq, 'head', `its hash is ${found}, the archive says ${against.hash}`);
  }
  const impossible = folded.impossible.list;
  // Damage of the log comes first: a long list of what follows from it must not cut it off.
  for (const event of impossible) ofLog.add('log', event.seq, event.subject, event.message);
  ofLog.addAll(ofModels);
  ofLog.addAll(ofSizes);
  const { gen, code } = await readHead(client);
  return {
    ...{ seq, hash, gen, code },
    orders: folded.expected.live,
    uncompared: open.size,
    impossible: impossible.map((event) => event.seq),
    differences: ofLog.list,
    count: ofLog.count,
  };
}
