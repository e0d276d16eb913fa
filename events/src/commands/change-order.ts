import { type AppendGuards, append } from '../log/append.ts';
import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import { LogDamagedError } from '../log/log-errors.ts';
import { eventsAt } from '../log/read-events.ts';
import { foldStep } from '../model/fold-step.ts';
import { decodeRecord, type OrderRecord } from '../model/order-record.ts';
import { projectOrder } from '../model/project.ts';
import { decide } from '../orders/decide.ts';
import type { OrderCommand, PlaceOrder } from '../orders/order-command.ts';
import { foldOrder } from '../orders/order-decider.ts';
import { isOrderEvent } from '../orders/order-event.ts';
import { initialState } from '../orders/order-state.ts';
import { OrderRejectedError } from '../orders/rejection.ts';
import type { Origin } from './attempt.ts';
import { persist, settle } from './attempt.ts';

/** Says that the provider has taken the money. */
export interface PayCommand extends Origin {
  readonly orderId: string;
  readonly transactionId: string;
}

/** Says that the parcel has left. */
export interface ShipCommand extends Origin {
  readonly orderId: string;
}

/** Asks to delete an unpaid order, provided that its registered intent is still `expectedIntent` (null: none). */
export interface RemoveCommand extends Origin {
  readonly orderId: string;
  readonly reason: string;
  readonly expectedIntent: string | null;
}

/** What came of a command on an existing order. */
export interface Changed {
  readonly record: OrderRecord;
  readonly changed: boolean;
}

const nothing: OrderRecord = { history: [], requestHash: '', state: initialState() };

/**
 * Reads the order's history, decides, appends. The rules are asked about the folded events, never about a read model, so
 * an event that this release does not know stops the command (`UnknownSchemaError`) instead of being overlooked.
 */
export function changeOrder(
  reader: GenerationReader,
  orderId: string,
  command: Exclude<OrderCommand, PlaceOrder>,
  guards: AppendGuards,
  origin: Origin,
): Promise<Changed> {
  return persist<Changed>(reader, async (keys) => {
    const found = await reader.read(keys, [readOf('GET', keys.order(orderId))]);
    if (found === 'moved') return { again: 'generation' };
    const stored = found[0];
    const record = typeof stored === 'string' ? await recall(reader, orderId, stored) : nothing;
    const decision = decide(command, record.state);
    if (decision.outcome === 'rejected') {
      throw new OrderRejectedError(decision.rejection.code, decision.rejection.details);
    }
    if (decision.outcome === 'unchanged') return { done: { record, changed: false } };
    const { event } = decision;
    const { step, scope } = foldStep(orderId, record, event);
    const answer = settle(
      await append(reader.client, keys, {
        scope,
        subject: orderId,
        event,
        actor: origin.actor,
        correlationId: origin.correlationId,
        requestHash: '',
        guards: { ...guards, expectedVersion: record.history.length },
        patch: projectOrder(step, event),
      }),
      0,
    );
    if (answer.kind === 'again') return { again: answer.again };
    const history = [...record.history, { seq: answer.seq, ts: answer.ts }];
    return { done: { record: { ...record, history, state: step.after }, changed: true } };
  });
}

async function recall(reader: GenerationReader, orderId: string, stored: string): Promise<OrderRecord> {
  const record = decodeRecord(stored);
  const events = await eventsAt(
    reader.client,
    record.history.map((entry) => entry.seq),
  );
  const own = events.filter(isOrderEvent);
  const stray = events.find((event, index) => event.subject !== orderId || event.v !== index + 1);
  if (stray !== undefined || own.length !== events.length) {
    throw new LogDamagedError(stray?.seq ?? 0, `it is listed as an event of ${orderId}, and is none`);
  }
  return { ...record, state: foldOrder(own) };
}
