import type { FieldChange, Patch } from '../log/append.ts';
import type { StoredEvent } from '../log/event-fields.ts';
import { type AppendScope, relativeKeys as keys, setsOf, stockScope } from '../log/generation-keys.ts';
import { messageOf } from '../log/log-errors.ts';
import { noRecord, type OrderRecord, type RecordedOrderEvent } from '../model/order-record.ts';
import {
  type Advance,
  advance,
  orderScope,
  projectState,
  projectStock,
  type Step,
} from '../model/project.ts';
import { isOrderEvent, type RecordedEvent } from '../orders/order-event.ts';
import { initialState, type OrderState } from '../orders/order-state.ts';

/**
 * What a batch of events changes in the read models, each key once, so that Redis has little to do for many events. Keys have no prefix of a
 * generation.
 */
export interface BatchChanges {
  /** Orders that changed -> their records. */
  readonly orders: Map<string, OrderRecord>;
  /** Set key -> orders that leave it. */
  readonly left: Map<string, string[]>;
  /** Set key -> score, order, score, order … */
  readonly entered: Map<string, string[]>;
  /** Hash key -> field -> change. */
  readonly fields: Map<string, Map<string, FieldChange>>;
  /** Tool name -> its orders that came, less those that went: searches know a name while it has orders. */
  readonly names: Map<string, number>;
}

/** An event that cannot follow what was before it; the log holds it, so only another release can make sense of it. */
export class PoisonEventError extends Error {
  readonly seq: number;
  readonly eventType: string;
  /** Order or tool id. */
  readonly subject: string;
  readonly reason: string;

  /**
   * @param event its position in the log, its type and its subject
   * @param reason why it cannot be projected
   */
  constructor({ seq, type, subject }: PoisonEvent, reason: string) {
    super(`Event ${seq} (${type}) cannot be projected: ${reason}`);
    this.name = 'PoisonEventError';
    this.seq = seq;
    this.eventType = type;
    this.subject = subject;
    this.reason = reason;
  }
}

type PoisonEvent = Pick<StoredEvent, 'seq' | 'type' | 'subject'>;

/** Is told of an event that cannot be taken; it is left out unless this throws. */
type OnPoison = (error: PoisonEventError) => void;

const stop: OnPoison = (error) => {
  throw error;
};

/**
 * Folds events into changes of the read models. `orders` holds the records of the orders concerned before the events; it is brought up to
 * date. What follows from an order's state is written once per order, as its last event leaves it. Pure apart from that. Throws
 * `PoisonEventError` unless `onPoison` decides otherwise.
 */
export function foldBatch(
  orders: Map<string, OrderRecord>,
  events: readonly RecordedEvent[],
  onPoison = stop,
): BatchChanges {
  const changes = noChanges();
  const statesBefore = new Map<string, OrderState>();
  for (const event of events) {
    if (event.type === 'event.voided') continue;
    if (event.type === 'person.erased') {
      listIn(changes.entered, keys.erased).push(String(event.seq), event.subject);
      continue;
    }
    if (!isOrderEvent(event)) {
      mergeFields(changes, stockScope(event.subject), projectStock(event));
      continue;
    }
    const record = orders.get(event.subject) ?? { ...noRecord, requestHash: event.requestHash };
    const step = advanceOrPoison(record, event);
    if (step instanceof PoisonEventError) {
      onPoison(step);
      continue;
    }
    const { after, scope, patch } = step;
    mergeFields(changes, scope, patch);
    if (!statesBefore.has(event.subject)) statesBefore.set(event.subject, record.state);
    const history = [...record.history, { seq: event.seq, ts: event.ts }];
    orders.set(event.subject, { ...record, history, state: after });
  }
  for (const [orderId, before] of statesBefore) {
    const record = orders.get(orderId) as OrderRecord;
    const { history, requestHash, state: after } = record;
    const createdSeq = history[0]?.seq ?? null;
    const lastSeq = history.at(-1)?.seq ?? 0;
    writeState(changes, { orderId, before, after, createdSeq, requestHash }, lastSeq);
    changes.orders.set(orderId, record);
  }
  return changes;
}

/** The sets that hold an order, and its score in each. */
export function placesOf(orderId: string, { history, requestHash, state }: OrderRecord): Map<string, string> {
  const changes = noChanges();
  const step = {
    orderId,
    before: initialState(),
    after: state,
    createdSeq: history[0]?.seq ?? 0,
    requestHash,
  };
  writeState(changes, step, history.at(-1)?.seq ?? 0);
  return new Map([...changes.entered].map(([set, [score = '']]) => [set, score]));
}

function noChanges(): BatchChanges {
  return { orders: new Map(), left: new Map(), entered: new Map(), fields: new Map(), names: new Map() };
}

function writeState(changes: BatchChanges, step: Step, lastSeq: number): void {
  const { orderId } = step;
  const scope = orderScope(step);
  const { leaves, enters, attention } = projectState(step);
  if (leaves && scope.from !== null)
    for (const set of setsOf(keys, scope, scope.from)) listIn(changes.left, set).push(orderId);
  if (enters === 'deleted') listIn(changes.entered, keys.deleted).push(String(lastSeq), orderId);
  else if (enters !== null && scope.to !== null)
    for (const set of setsOf(keys, scope, scope.to))
      listIn(changes.entered, set).push(String(enters), orderId);
  if (attention === '+') listIn(changes.entered, keys.attention).push(String(enters), orderId);
  else if (attention === '-') listIn(changes.left, keys.attention).push(orderId);
}

function advanceOrPoison(record: OrderRecord, event: RecordedOrderEvent): Advance | PoisonEventError {
  if (event.v !== record.history.length + 1)
    return new PoisonEventError(
      event,
      `it is event ${event.v} of its order, after event ${record.history.length}`,
    );
  try {
    return advance(event.subject, record, event);
  } catch (error) {
    return new PoisonEventError(event, messageOf(error));
  }
}

function mergeFields(
  { fields, names }: BatchChanges,
  { orderId, toolId }: AppendScope,
  { stock, transaction, name, enters, totals }: Patch,
): void {
  if (stock !== null) merge(fieldsIn(fields, keys.stock), toolId, stock);
  if (transaction !== '') merge(fieldsIn(fields, keys.tx), transaction, { set: orderId });
  if (name !== '') names.set(name, (names.get(name) ?? 0) + (enters === 'deleted' ? -1 : 1));
  for (const [field, by] of totals) merge(fieldsIn(fields, keys.totals), field, { add: by });
}

function merge(fields: Map<string, FieldChange>, field: string, change: FieldChange): void {
  const before = fields.get(field);
  if (before === undefined || 'set' in change) fields.set(field, change);
  else if ('set' in before) fields.set(field, { set: String(Number(before.set) + change.add) });
  else fields.set(field, { add: before.add + change.add });
}

function fieldsIn(map: Map<string, Map<string, FieldChange>>, key: string): Map<string, FieldChange> {
  return getOrMake(map, key, () => new Map());
}

function listIn(map: Map<string, string[]>, key: string): string[] {
  return getOrMake(map, key, () => []);
}

function getOrMake<V>(map: Map<string, V>, key: string, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
