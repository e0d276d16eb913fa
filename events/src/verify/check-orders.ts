import type { Redis } from 'ioredis';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, readStrings } from '../log/generation-reader.ts';
import { messageOf } from '../log/log-errors.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { Differences } from '../model/difference.ts';
import { stateDifference } from '../model/difference.ts';
import {
  decodeRecord,
  encodeRecord,
  type OrderRecord,
  type RecordedOrderEvent,
  recordOf,
} from '../model/order-record.ts';
import { isOrderEvent, type RecordedEvent, type Sale } from '../orders/order-event.ts';
import { liveStatuses, needsAttention } from '../orders/order-state.ts';
import type { EventWindow } from './event-window.ts';
import { readStoredOrders } from './stored-orders.ts';

type Created = Extract<RecordedEvent, { type: 'order.created' }>;

/** What was sold by each order of a batch; null when its first event cannot be read. */
type Sales = ReadonlyMap<string, Sale | null>;
/** What came of a batch. */
export interface CheckedOrders {
  readonly sales: Sales;
  /** Orders in those sets of persons whose newest order is of this batch: over all batches, all of them. */
  readonly people: number;
}

/** Where a batch is compared with what is stored. */
interface CheckedShop {
  readonly redis: Redis;
  readonly log: LogReader;
  readonly reader: GenerationReader;
  readonly window: EventWindow;
}

/** An order as it is stored: the whole text, and what it says. */
interface FoundOrder {
  readonly record: OrderRecord;
  readonly text: string;
}

/**
 * Compares the documents and indexes of all orders that a batch of events is about with the log. Each order is compared
 * whole, at the version that its document has at that moment, when its first event is read; each later event must be
 * known to its document. So every event of the log is accounted for, however long ago its order began, in little memory.
 *
 * There are too many persons to remember: the sizes of their sets are counted with their newest order, and the
 * sum must be the number of orders, unless a set holds something that no order put there.
 */
export async function checkOrders(
  { redis, log, reader, window }: CheckedShop,
  keys: GenerationKeys,
  batch: readonly RecordedEvent[],
  differences: Differences,
): Promise<CheckedOrders | 'moved'> {
  const events = batch.filter(isOrderEvent);
  const created = new Map<string, Created>();
  for (const event of events) if (event.type === 'order.created') created.set(event.subject, event);
  const others = [...new Set(events.map((event) => event.subject))].filter((id) => !created.has(id));
  const [whole, documents] = await Promise.all([
    readStoredOrders(
      redis,
      keys,
      [...created].map(([id, event]) => ({ id, sets: allSetsOf(keys, event) })),
    ),
    readDocuments(reader, keys, others),
  ]);
  if (whole === 'moved' || documents === 'moved') return 'moved';
  const orders = new Map<string, FoundOrder>();
  const texts = [...whole.map(({ document }) => document), ...documents];
  const ids = [...created.keys(), ...others];
  for (const [index, id] of ids.entries()) {
    const order = readable(texts[index] ?? null, id, created.get(id), differences);
    if (order !== null) orders.set(id, order);
  }
  for (const event of events) checkKnown(event, orders.get(event.subject)?.record, differences);
  const needed = ids.flatMap((id) => {
    const seqs = orders.get(id)?.record.history.map((entry) => entry.seq) ?? [];
    return created.has(id) ? seqs : seqs.slice(0, 1);
  });
  const found = await window.find(log, needed);
  let people = 0;
  for (const [index, [id, first]] of [...created].entries()) {
    const order = orders.get(id);
    const expected = order === undefined ? null : checkDocument(id, order, found, differences);
    if (expected === null) continue;
    people += whole[index]?.people ?? 0;
    checkIndexes(id, expected, whole[index]?.scores ?? [], first, differences);
  }
  const firstOf = (id: string) => created.get(id) ?? found.get(orders.get(id)?.record.history[0]?.seq ?? 0);
  return { people, sales: new Map(ids.map((id) => [id, saleOf(firstOf(id))])) };
}

/** Documents per read: a few milliseconds of Redis's time. */
const documentsPerRead = 500;

async function readDocuments(
  reader: GenerationReader,
  keys: GenerationKeys,
  ids: readonly string[],
): Promise<(string | null)[] | 'moved'> {
  const documents: (string | null)[] = [];
  for (let start = 0; start < ids.length; start += documentsPerRead) {
    const part = ids.slice(start, start + documentsPerRead).map((id) => keys.order(id));
    const answer = await reader.read(keys, [readStrings(part)]);
    if (answer === 'moved') return answer;
    documents.push(...(answer[0] as (string | null)[]));
  }
  return documents;
}

/** The sets of an order in the order in which `checkIndexes` names them. */
function allSetsOf(keys: GenerationKeys, { data: { uid, toolsName } }: Created): string[] {
  return [
    ...liveStatuses.map((status) => keys.set(status)),
    ...liveStatuses.map((status) => keys.person(uid, status)),
    ...liveStatuses.map((status) => keys.name(toolsName, status)),
    keys.deleted,
    keys.attention,
  ];
}

function readable(
  stored: unknown,
  id: string,
  created: Created | undefined,
  differences: Differences,
): FoundOrder | null {
  const seq = created?.seq ?? null;
  if (typeof stored !== 'string') {
    differences.add('order', seq, id, 'no document is stored');
    return null;
  }
  try {
    return { record: decodeRecord(stored), text: stored };
  } catch (error) {
    differences.add('order', seq, id, messageOf(error));
    return null;
  }
}

function checkKnown(
  event: RecordedOrderEvent,
  record: OrderRecord | undefined,
  differences: Differences,
): void {
  if (record === undefined) return;
  const entry = record.history[event.v - 1];
  if (entry?.seq === event.seq && entry.ts === event.ts) return;
  differences.add('order', event.seq, event.subject, `its document does not know this ${event.type}`);
}

/** Adds how the document differs from its events, and answers what it should hold; null when the events do not tell. */
function checkDocument(
  id: string,
  { record, text }: FoundOrder,
  found: ReadonlyMap<number, RecordedEvent>,
  differences: Differences,
): OrderRecord | null {
  const events: RecordedOrderEvent[] = [];
  for (const [index, { seq }] of record.history.entries()) {
    const event = found.get(seq);
    if (event === undefined || !isOrderEvent(event) || event.subject !== id || event.v !== index + 1) {
      differences.add('order', seq, id, 'its document lists an event that is not its own or cannot be read');
      return null;
    }
    events.push(event);
  }
  const first = record.history[0]?.seq ?? null;
  let expected: OrderRecord;
  try {
    expected = recordOf(events);
  } catch (error) {
    const message = `its document lists an event that does not fit: ${messageOf(error)}`;
    differences.add('order', events.at(-1)?.seq ?? null, id, message);
    return null;
  }
  if (text === encodeRecord(expected)) return expected;
  // Equal fields in another order are no difference.
  const difference = stateDifference(record, expected);
  if (difference !== null) differences.add('order', first, id, difference);
  return expected;
}

function checkIndexes(
  id: string,
  { state, history }: OrderRecord,
  scores: readonly string[],
  created: Created,
  differences: Differences,
): void {
  const names = [
    ...['', 'person ', 'name '].flatMap((group) => liveStatuses.map((status) => ({ group, status }))),
    { group: '', status: 'deleted' as const },
    { group: '', status: 'attention' as const },
  ];
  for (const [index, { group, status }] of names.entries()) {
    const score = scores[index] ?? '';
    const member = status === 'attention' ? needsAttention(state) : state.status === status;
    const seq = status === 'deleted' ? history.at(-1)?.seq : created.seq;
    if (member ? score === String(seq) : score === '') continue;
    const how = score === '' ? 'is missing in' : member ? 'stands at the wrong place in' : 'must not be in';
    differences.add('index', created.seq, id, `the order ${how} the index ${group}${status}`);
  }
}

function saleOf(event: RecordedEvent | null | undefined): Sale | null {
  return event?.type === 'order.created' ? event.data : null;
}
