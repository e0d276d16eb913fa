import type { AppendScope } from '../log/generation-keys.ts';
import { evolve } from '../orders/evolve.ts';
import type { OrderEvent } from '../orders/order-event.ts';
import type { OrderRecord } from './order-record.ts';
import { orderScope, type Step } from './project.ts';

/** What `project` has to know of an event that comes after `record`, and whom it is about. */
export function foldStep(
  orderId: string,
  record: OrderRecord,
  event: OrderEvent,
): { readonly step: Step; readonly scope: AppendScope } {
  const before = record.state;
  const step: Step = {
    orderId,
    before,
    after: evolve(before, event, record.history.length + 1),
    createdSeq: record.history[0]?.seq ?? null,
    requestHash: record.requestHash,
  };
  return { step, scope: orderScope(step) };
}
