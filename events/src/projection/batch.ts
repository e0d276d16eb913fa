import { foldStep } from '../commands/fold-step.ts';
import { appendKeys, type GenerationKeys, patchTargets, stockScope } from '../log/generation-keys.ts';
import { isOrderEvent, type RecordedEvent } from '../orders/order-event.ts';
import { initialState } from '../orders/order-state.ts';
import { encodeRecord, type OrderRecord } from './order-record.ts';
import type { PatchOp } from './patch.ts';
import { projectOrder, projectStock } from './project.ts';

/** A number in a hash after a batch: set to a value, or moved by some. */
export type FieldChange =
  | { readonly kind: 'set'; readonly value: string }
  | { readonly kind: 'moved'; readonly by: number };

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
  for (const event of events) {
    if (!isOrderEvent(event)) {
      const names = appendKeys(keys, stockScope(event.subject));
      for (const op of projectStock(event.subject, event)) merge(changes, names, op, event.seq);
      continue;
    }
    const known = orders.get(event.subject);
    const record = known ?? { history: [], requestHash: event.requestHash, state: initialState() };
    if (event.v !== record.history.length + 1) {
      throw new PoisonEventError(event.seq, event.type, `version ${event.v} after ${record.history.length}`);
    }
    const { step, scope } = stepOf(event.subject, record, event);
    const names = appendKeys(keys, scope);
    for (const op of projectOrder(step, event)) merge(changes, names, op, event.seq);
    const history = [...record.history, { seq: event.seq, ts: event.ts }];
    const next = { ...record, history, state: step.after };
    orders.set(event.subject, next);
    changes.documents.set(keys.order(event.subject), encodeRecord(next));
  }
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

function merge(changes: BatchChanges, names: readonly string[], op: PatchOp, seq: number): void {
  const key = names[patchTargets[op.target] - 1] as string;
  switch (op.op) {
    case 'doc':
      return;
    case 'zadd':
      within(changes.members, key).set(op.member, op.score === 'this' ? seq : op.score);
      return;
    case 'zrem':
      within(changes.members, key).set(op.member, null);
      return;
    case 'hset':
      within(changes.fields, key).set(op.field, { kind: 'set', value: op.value });
      return;
    case 'hincr': {
      const fields = within(changes.fields, key);
      fields.set(op.field, moved(fields.get(op.field), op.by));
      return;
    }
    default:
      op satisfies never;
  }
}

function moved(before: FieldChange | undefined, by: number): FieldChange {
  if (before === undefined) return { kind: 'moved', by };
  if (before.kind === 'moved') return { kind: 'moved', by: before.by + by };
  return { kind: 'set', value: String(Number(before.value) + by) };
}

function within<T>(map: Map<string, Map<string, T>>, key: string): Map<string, T> {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = new Map<string, T>();
  map.set(key, made);
  return made;
}
