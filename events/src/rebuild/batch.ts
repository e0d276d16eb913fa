import { type FieldChange, salesOn } from '../log/append.ts';
import { relativeKeys as keys } from '../log/generation-keys.ts';
import type { OrderRecord } from '../model/order-record.ts';
import { placesOf, projectOrder, projectStock } from '../model/project.ts';
import type { Projection } from '../orders/projection.ts';
import type { FoldedEvent } from './order-fold.ts';

/**
 * What a batch of events changes in the read models, each key once, so that Redis has little to do for many events. Keys have no prefix of a
 * generation.
 */
export interface BatchChanges {
  /** Orders that changed -> their records. */
  orders: Map<string, OrderRecord>;
  /** Set key -> orders that leave it. */
  left: Map<string, string[]>;
  /** Set key -> score, order, score, order … */
  entered: Map<string, string[]>;
  /** Hash key -> field -> change. */
  fields: Map<string, Map<string, FieldChange>>;
  /** Tool names whose orders came or went. */
  names: Set<string>;
}

/** Projects folded events. An order is written once, as its last event leaves it. */
export function projectBatch(projection: Projection, events: readonly FoldedEvent[]): BatchChanges {
  const orders = new Map<string, OrderRecord>();
  const [left, entered] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const fields = new Map<string, Map<string, FieldChange>>();
  const names = new Set<string>();
  const recordsBefore = new Map<string, OrderRecord>();
  const change = (hash: string, field: string, next: FieldChange): void => {
    const changes = getOrMake(fields, hash, () => new Map<string, FieldChange>());
    const before = changes.get(field);
    if (before === undefined || 'set' in next) changes.set(field, next);
    else if ('set' in before) changes.set(field, { set: String(Number(before.set) + next.add) });
    else changes.set(field, { add: before.add + next.add });
  };
  for (const { event, before, after } of events) {
    const { subject } = event;
    if (event.type === 'event.voided') continue;
    if (event.type === 'person.erased') {
      getOrMake(entered, keys.erased, () => []).push(String(event.seq), subject);
      continue;
    }
    if (before === undefined) {
      const { stock } = projectStock(event, subject);
      if (stock !== undefined) change(keys.stock, subject, stock);
      continue;
    }
    const patch = projectOrder(subject, before.state, after.state, event);
    const { stock, toolId = '', transaction, name, totals = {}, sales } = patch;
    if (stock !== undefined) change(keys.stock, toolId, stock);
    if (transaction !== undefined) change(keys.tx, transaction, { set: subject });
    if (name !== undefined) names.add(name);
    for (const [field, by] of Object.entries(totals)) change(keys.totals, field, { add: by });
    const { day } = projection.dayAt(event.ts);
    for (const [field, by] of salesOn(day, sales)) change(keys.sales(day), field, { add: by });
    getOrMake(recordsBefore, subject, () => before);
    orders.set(subject, after);
  }
  for (const [id, record] of orders) {
    const [was, is] = [placesOf(recordsBefore.get(id) as OrderRecord), placesOf(record)];
    for (const set of was.keys()) if (!is.has(set)) getOrMake(left, set, () => []).push(id);
    for (const [set, score] of is)
      if (!was.has(set)) getOrMake(entered, set, () => []).push(String(score), id);
  }
  return { orders, left, entered, fields, names };
}

function getOrMake<V>(map: Map<string, V>, key: string, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
