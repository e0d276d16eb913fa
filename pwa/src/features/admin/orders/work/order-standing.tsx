import type { Order, ProblemCode } from '@karigar/bff/contracts';
import { Text, type TextProps } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { OrderStateMark, orderState } from '../../../../shared/orders/order-state.tsx';
import { useConfig } from '../../../../shared/saved/shop-config.ts';
import { formatMoney } from '../../../../shared/ui/money.tsx';
import { asksToCancel, isDisputed, isParcel, mayShip, type ShownOrder } from '../model/order.ts';
import type { Shipping } from '../shipping/shipping.ts';

const Note = (props: TextProps & { title?: string | undefined; children: ReactNode }) => (
  <Text span size="xs" lh={1.2} lineClamp={2} c="dimmed" style={{ overflowWrap: 'anywhere' }} {...props} />
);

/** The seconds until a time (ms since 1970), counted down. */
function Seconds({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(Math.ceil((until - now) / 1000), 0);
}

/** What there is to know of an order besides its state, in a few words, and whole for where there is room for a title. */
function noteOf(order: ShownOrder): [words: string, full?: string] | null {
  const { onHold, claim, dispute, refund, refundRequest, status } = order;
  const isShipped = status === 'Shipped';
  if (onHold === true) return ['On hold', 'An admin decides about it.'];
  if (claim?.refused) return ['Payment not found'];
  if (refundRequest !== null) return ['Refund in progress'];
  if (refund?.whole === true) return isShipped ? null : ['Not shipped'];
  if (dispute?.status === 'lost') return ['Dispute lost'];
  if (dispute?.open === true) {
    return isShipped
      ? ['Disputed']
      : ['The payment is disputed', 'The payment is disputed. If you ship, you may not be paid.'];
  }
  if (asksToCancel(order)) return ['Cancellation requested'];
  return refund !== null && refund.amount > 0 ? [`${formatMoney(refund.amount)} refunded`] : null;
}

/** The rules that refuse a shipping for what an order is, each as long as the order is that. */
const refusals: Partial<Record<ProblemCode, (order: Order) => boolean>> = {
  CANCELLATION_REQUESTED: asksToCancel,
  PAYMENT_DISPUTED: isDisputed,
  REFUND_PENDING: ({ refundRequest }) => refundRequest !== null,
  ORDER_REFUNDED: ({ refund }) => refund?.whole === true,
};

/** The state of an order, then the progress of its shipping or another note. */
export function OrderStanding({
  order,
  shipping,
  isGone = false,
}: {
  order: ShownOrder;
  shipping?: Shipping | undefined;
  isGone?: boolean;
}) {
  const copiedAt = useConfig()?.copiedAt;
  if (isGone) return <Note>{isParcel(order) ? 'Not to be shipped any more' : 'Deleted'}</Note>;
  const { is, code, detail, due = 0 } = shipping ?? {};
  // A refusal is said while it holds: its reason, or where that is not known that the order could be shipped.
  const holds = code && !isParcel(order) ? refusals[code] : undefined;
  const isRefused = is === 'refused' && order.status !== 'Shipped' && (holds ?? mayShip)(order);
  const note = noteOf(order);
  return (
    <>
      {isParcel(order) && order.status === 'pending' ? (
        <OrderStateMark state="paid">To ship</OrderStateMark>
      ) : (
        <OrderStateMark state={orderState(order)} />
      )}
      {is === 'waiting' && (
        <Note>
          <span>
            Shipping
            {/* Not heard: it would be read aloud every second. */}
            <span aria-hidden>
              {' in '}
              <Seconds until={due} /> s
            </span>
          </span>
        </Note>
      )}
      {is === 'sending' && <Note>Sending</Note>}
      {isRefused && (
        <Note title={detail} c="var(--mantine-color-error)" fw={600}>
          {`Not shipped: ${detail}`}
        </Note>
      )}
      {copiedAt !== undefined && order.paidAt !== null && order.paidAt <= copiedAt && (
        <Note title="Refund it in that shop.">Paid in the original shop</Note>
      )}
      {note && is !== 'waiting' && is !== 'sending' && !(isRefused && holds) && (
        <Note title={note[1]}>{note[0]}</Note>
      )}
    </>
  );
}
