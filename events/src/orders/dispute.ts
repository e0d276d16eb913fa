import { type Decision, happened, unchanged } from './decision.ts';
import type { OrderEvent } from './order-event.ts';
import type { SettledOrder } from './order-state.ts';

type Data = Extract<OrderEvent, { type: 'order.disputed' }>['data'];

/** Records where a dispute stands, unless that is known. */
export function decideDispute({ dispute }: SettledOrder, data: Data): Decision {
  const known =
    dispute?.id === data.disputeId &&
    dispute.status === data.status &&
    dispute.amount === data.amount &&
    dispute.reason === data.reason;
  return known ? unchanged : happened({ type: 'order.disputed', data });
}

/** The order after its dispute has moved. */
export function evolveDispute(
  state: SettledOrder,
  { disputeId, status, reason, amount }: Data,
  version: number,
): SettledOrder {
  return { ...state, dispute: { id: disputeId, status, reason, amount, in: version } };
}
