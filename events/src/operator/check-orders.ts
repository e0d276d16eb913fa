import type { Redis } from 'ioredis';
import { type GenerationKeys, type OrderStage, orderStages } from '../log/generation-keys.ts';
import { readOf } from '../log/generation-reader.ts';
import type { ScriptAnswer } from '../log/redis-connection.ts';
import { foldOrder } from '../orders/order-decider.ts';
import { isOrderEvent, type OrderEvent, type RecordedEvent } from '../orders/order-event.ts';
import { isLive, type LiveOrder, type Sale } from '../orders/order-state.ts';
import { decodeRecord, encodeRecord, type OrderRecord } from '../projection/order-record.ts';
import type { Differences } from './difference.ts';
import { eventsOf, readGroups, readMemberships } from './scan-reader.ts';
import { stateDifference } from './state-difference.ts';

type Created = Extract<RecordedEvent, { type: 'order.created' }>;
type OfOrder = Extract<RecordedEvent, { type: OrderEvent['type'] }>;

/** What was sold by each order of a batch; null when its first event cannot be read. */
export type Sales = ReadonlyMap<string, Sale | null>;
/** What came of a batch. */
export interface CheckedOrders {
  readonly sales: Sales;
  /** Orders in those sets of persons whose newest order is of this batch: over all batches, all of them. */
  readonly people: number;
}

/**
 * Compares the documents and indexes of all orders that a batch of events is about with the log. Each order is compared
 * whole, at the version that its document has at that moment, when its first event comes by; each later event must be
 * known to its document. So every event of the log is accounted for, however long ago its order began, in little memory.
 */
export async function checkOrders(
  redis: Redis,
  keys: GenerationKeys,
  batch: readonly RecordedEvent[],
  differences: Differences,
): Promise<CheckedOrders | 'moved'> {
  const events = batch.filter(isOrderEvent);
  const created = new Map<string, Created>();
  for (const event of events) if (event.type === 'order.created') created.set(event.subject, event);
  const others = [...new Set(events.map((event) => event.subject))].filter((id) => !created.has(id));
  const ids = [...created.keys(), ...others];
  const [whole, documents] = [
    await readMemberships(
      redis,
      keys,
      [...created].map(([id, event]) => ({ id, sets: setsOf(keys, event) })),
    ),
    await readGroups(
      redis,
      keys,
      others.map((id) => [readOf('GET', keys.order(id))]),
    ),
  ];
  if (whole === 'moved' || documents === 'moved') return 'moved';
  const answers = [...whole, ...documents];
  const records = new Map<string, OrderRecord>();
  for (const [index, id] of ids.entries()) {
    const record = readable(answers[index]?.[0] ?? null, id, created.get(id), differences);
    if (record !== null) records.set(id, record);
  }
  for (const event of events) checkKnown(event, records.get(event.subject), differences);
  const needed = ids.flatMap((id) => {
    const seqs = records.get(id)?.history.map((entry) => entry.seq) ?? [];
    return created.has(id) ? seqs : seqs.slice(0, 1);
  });
  const found = new Map<number, RecordedEvent | null>(events.map((event) => [event.seq, event]));
  for (const [seq, event] of await eventsOf(
    redis,
    needed.filter((seq) => !found.has(seq)),
  ))
    found.set(seq, event);
  const indexed: { id: string; record: OrderRecord; scores: ScriptAnswer[]; first: Created }[] = [];
  for (const [index, id] of ids.entries()) {
    const record = records.get(id);
    const first = created.get(id);
    if (record === undefined || first === undefined) continue;
    const expected = checkDocument(id, record, found, differences);
    if (expected !== null)
      indexed.push({ id, record: expected, scores: (answers[index] ?? []).slice(1), first });
  }
  for (const { id, record, scores, first } of indexed) checkIndexes(id, record, scores, first, differences);
  const people = await countPeople(redis, keys, indexed);
  if (people === 'moved') return 'moved';
  return {
    people,
    sales: new Map(ids.map((id) => [id, saleOf(created.get(id) ?? firstOf(records.get(id), found))])),
  };
}

/**
 * Sizes of the sets of persons, each counted where its newest order comes by. There are too many persons to remember, but
 * the sum must be the number of orders, unless a set holds something that no order put there.
 */
async function countPeople(
  redis: Redis,
  keys: GenerationKeys,
  orders: readonly { readonly id: string; readonly record: OrderRecord }[],
): Promise<number | 'moved'> {
  const live = orders.flatMap(({ id, record: { state } }) =>
    isLive(state) ? [{ id, set: keys.mail(state.sale.email, state.status) }] : [],
  );
  const answers = await readGroups(
    redis,
    keys,
    live.map(({ set }) => [readOf('ZREVRANGE', set, '0', '0'), readOf('ZCARD', set)]),
  );
  if (answers === 'moved') return answers;
  return answers.reduce((sum, [newest, size], index) => {
    const isNewest = (newest as string[])[0] === live[index]?.id;
    return isNewest ? sum + Number(size) : sum;
  }, 0);
}

/** The nine sets in the order in which `checkIndexes` names them. */
function setsOf(keys: GenerationKeys, { data: { email, toolsName } }: Created): string[] {
  return [
    ...orderStages.map((stage) => keys.set(stage)),
    ...orderStages.map((stage) => keys.mail(email, stage)),
    ...orderStages.map((stage) => keys.name(toolsName, stage)),
  ];
}

function readable(
  stored: ScriptAnswer,
  id: string,
  created: Created | undefined,
  differences: Differences,
): OrderRecord | null {
  if (typeof stored !== 'string') {
    differences.add('order', created?.seq ?? null, id, 'no document is stored');
    return null;
  }
  try {
    return decodeRecord(stored);
  } catch (error) {
    differences.add(
      'order',
      created?.seq ?? null,
      id,
      error instanceof Error ? error.message : String(error),
    );
    return null;
  }
}

function checkKnown(event: OfOrder, record: OrderRecord | undefined, differences: Differences): void {
  if (record === undefined) return;
  const entry = record.history[event.v - 1];
  if (entry?.seq === event.seq && entry.ts === event.ts) return;
  differences.add('order', event.seq, event.subject, `its document does not know this ${event.type}`);
}

/** What the document should hold at its own version, after having said how it differs; null when nobody can tell. */
function checkDocument(
  id: string,
  record: OrderRecord,
  found: ReadonlyMap<number, RecordedEvent | null>,
  differences: Differences,
): OrderRecord | null {
  const events: OfOrder[] = [];
  for (const [index, { seq }] of record.history.entries()) {
    const event = found.get(seq) ?? null;
    if (event === null || !isOrderEvent(event) || event.subject !== id || event.v !== index + 1) {
      differences.add('order', seq, id, 'its document lists an event that is not its own or cannot be read');
      return null;
    }
    events.push(event);
  }
  try {
    const history = events.map(({ seq, ts }) => ({ seq, ts }));
    const expected = { history, requestHash: events[0]?.requestHash ?? '', state: foldOrder(events) };
    const difference =
      encodeRecord(record) === encodeRecord(expected) ? null : stateDifference(record, expected);
    if (difference !== null) differences.add('order', history[0]?.seq ?? null, id, difference);
    return expected;
  } catch (error) {
    differences.add(
      'log',
      events.at(-1)?.seq ?? null,
      id,
      error instanceof Error ? error.message : String(error),
    );
    return null;
  }
}

function checkIndexes(
  id: string,
  record: OrderRecord,
  scores: readonly ScriptAnswer[],
  created: Created,
  differences: Differences,
): void {
  const live: LiveOrder | null = isLive(record.state) ? record.state : null;
  const within = (stage: OrderStage): boolean => live?.status === stage;
  const wanted: [string, boolean][] = [
    ...orderStages.map((stage): [string, boolean] => [stage, within(stage)]),
    ...orderStages.map((stage): [string, boolean] => [`mail ${stage}`, within(stage)]),
    ...orderStages.map((stage): [string, boolean] => [`name ${stage}`, within(stage)]),
  ];
  for (const [index, [name, member]] of wanted.entries()) {
    const score = scores[index] ?? null;
    if (member ? Number(score) === created.seq && score !== null : score === null) continue;
    const state =
      score === null ? 'is missing in' : member ? 'stands at the wrong place in' : 'must not be in';
    differences.add('index', created.seq, id, `the order ${state} the index ${name}`);
  }
}

function firstOf(
  record: OrderRecord | undefined,
  found: ReadonlyMap<number, RecordedEvent | null>,
): RecordedEvent | null {
  return found.get(record?.history[0]?.seq ?? 0) ?? null;
}

function saleOf(event: RecordedEvent | null | undefined): Sale | null {
  return event?.type === 'order.created' ? event.data : null;
}
