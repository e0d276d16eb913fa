import { foldStep } from '../commands/fold-step.ts';
import { type AppendScope, type GenerationKeys, setsOf, stockScope } from '../log/generation-keys.ts';
import { isOrderEvent, type RecordedEvent } from '../orders/order-event.ts';
import { initialState } from '../orders/order-state.ts';
import { encodeRecord, type OrderRecord } from './order-record.ts';
import type { FieldChange, Patch } from './patch.ts';
import { projectOrder, projectStock } from './project.ts';

/** Everything that a batch of events changes, each key once, so that Redis has little to do for many events. */
export interface BatchChanges {
  /** Order key -> text. */
  readonly documents: Map<string, string>;
  /** Set key -> member -> score, null to remove it. */
  readonly members: Map<string, Map<string, number | null>>;
  /** Hash key -> field -> change. */
  readonly fields: Map<string, Map<string, FieldChange>>;
}

/** An event that cannot follow what was before it; the log holds it, so only another release can make sense of it. */
export class PoisonEventError extends Error {
  readonly seq: number;
  readonly eventType: string;

  /**
   * @param seq place in the log
   * @param eventType its type
   * @param reason why it cannot be projected
   */
  constructor(seq: number, eventType: string, reason: string) {
    super(`Event ${seq} (${eventType}) cannot be projected: ${reason}`);
    this.name = 'PoisonEventError';
    this.seq = seq;
    this.eventType = eventType;
  }
}

/**
 * Folds events into changes of one generation. `orders` holds what that generation knows of the orders concerned; it is
 * brought up to date. Pure apart from that. Throws `PoisonEventError`.
 */
export function foldBatch(
  keys: GenerationKeys,
  orders: Map<string, OrderRecord>,
  events: readonly RecordedEvent[],
): BatchChanges {
  const changes: BatchChanges = { documents: new Map(), members: new Map(), fields: new Map() };
  const changed = new Set<string>();
  for (const event of events) {
    if (!isOrderEvent(event)) {
      mergeFields(changes, keys, stockScope(event.subject), projectStock(event));
      continue;
    }
    const known = orders.get(event.subject);
    const record = known ?? { history: [], requestHash: event.requestHash, state: initialState() };
    if (event.v !== record.history.length + 1) {
      throw new PoisonEventError(event.seq, event.type, `version ${event.v} after ${record.history.length}`);
    }
    const { step, scope } = stepOf(event.subject, record, event);
    const patch = projectOrder(step, event);
    mergeSets(changes, keys, scope, patch, event.seq);
    mergeFields(changes, keys, scope, patch);
    const history = [...record.history, { seq: event.seq, ts: event.ts }];
    const next = { ...record, history, state: step.after };
    orders.set(event.subject, next);
    changed.add(event.subject);
  }
  for (const id of changed)
    changes.documents.set(keys.order(id), encodeRecord(orders.get(id) as OrderRecord));
  return changes;
}

function stepOf(
  orderId: string,
  record: OrderRecord,
  event: Extract<RecordedEvent, { type: `order.${string}` }>,
) {
  try {
    return foldStep(orderId, record, event);
  } catch (error) {
    throw new PoisonEventError(event.seq, event.type, error instanceof Error ? error.message : String(error));
  }
}

function mergeSets(
  { members }: BatchChanges,
  keys: GenerationKeys,
  scope: AppendScope,
  { leaves, enters }: Patch,
  seq: number,
): void {
  const { orderId, from, to } = scope;
  if (leaves && from !== null)
    for (const set of setsOf(keys, scope, from)) within(members, set).set(orderId, null);
  if (enters === null || to === null) return;
  const score = enters === 'this' ? seq : enters;
  for (const set of setsOf(keys, scope, to)) within(members, set).set(orderId, score);
}

function mergeFields(
  { fields }: BatchChanges,
  keys: GenerationKeys,
  { orderId, toolId }: AppendScope,
  { stock, transaction, name, totals }: Patch,
): void {
  if (stock !== null) merge(within(fields, keys.stock), toolId, stock);
  if (transaction !== null) merge(within(fields, keys.tx), transaction, { set: orderId });
  if (name !== null) merge(within(fields, keys.names), name, { set: '' });
  for (const [field, by] of totals) merge(within(fields, keys.totals), field, { add: by });
}

function merge(fields: Map<string, FieldChange>, field: string, change: FieldChange): void {
  const before = fields.get(field);
  if (before === undefined || 'set' in change) fields.set(field, change);
  else if ('set' in before) fields.set(field, { set: String(Number(before.set) + change.add) });
  else fields.set(field, { add: before.add + change.add });
}

function within<T>(map: Map<string, Map<string, T>>, key: string): Map<string, T> {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = new Map<string, T>();
  map.set(key, made);
  return made;
}
