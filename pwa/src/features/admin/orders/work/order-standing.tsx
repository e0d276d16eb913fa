import type { Order, ProblemCode } from '@karigar/bff/contracts';
import { type ComponentProps, useEffect, useState } from 'react';
import { OrderStateMark, orderState } from '../../../../shared/orders/order-state.tsx';
import { useConfig } from '../../../../shared/saved/shop-config.ts';
import { formatMoney } from '../../../../shared/ui/money.tsx';
import { asksToCancel, isDisputed, mayShip } from '../model/order-questions.ts';
import { type AnyOrder, isParcel } from '../model/order-words.ts';
import type { Progress } from '../shipping/shipping.ts';
import classes from './order-standing.module.css';

const Note = (props: ComponentProps<'span'> & { 'data-refused'?: boolean }) => (
  <span className={classes.note} {...props} />
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

/** What there is to know of an order besides its state, in a few words; `full` says it whole where there is room for a title. */
function noteOf(order: AnyOrder): { words: string; full?: string } | null {
  if (isParcel(order)) return order.onHold ? { words: 'On hold', full: 'An admin decides about it.' } : null;
  const { claim, dispute, refund, refundRequest, status } = order;
  if (claim?.refused) return { words: 'Payment not found' };
  if (refundRequest !== null) return { words: 'Refund in progress' };
  if (refund?.whole === true) return status === 'Shipped' ? null : { words: 'Not shipped' };
  if (dispute?.status === 'lost') return { words: 'Dispute lost' };
  if (dispute?.open === true) {
    const full = 'The payment is disputed. If you ship, you may not be paid.';
    return status === 'Shipped' ? { words: 'Disputed' } : { words: 'The payment is disputed', full };
  }
  if (asksToCancel(order)) return { words: 'Cancellation requested' };
  return refund !== null && refund.amount > 0 ? { words: `${formatMoney(refund.amount)} refunded` } : null;
}

/** The rules that refuse a shipping for what an order is, each as long as the order is that. */
const refusals: Partial<Record<ProblemCode, (order: Order) => boolean>> = {
  CANCELLATION_REQUESTED: asksToCancel,
  PAYMENT_DISPUTED: isDisputed,
  REFUND_PENDING: ({ refundRequest }) => refundRequest !== null,
  ORDER_REFUNDED: ({ refund }) => refund?.whole === true,
};

/** Where an order stands: a packer's is to be shipped, or has left. */
function StateMark({ order }: { order: AnyOrder }) {
  if (!isParcel(order)) return <OrderStateMark state={orderState(order)} />;
  return order.status === 'Shipped' ? (
    <OrderStateMark state="shipped" />
  ) : (
    <OrderStateMark state="paid">To ship</OrderStateMark>
  );
}

/** What refused the shipping, while that still holds; `saysNote` where the note of the order would say the same. Null for anything else. */
function refusalOf(order: AnyOrder, progress: Progress | undefined) {
  if (progress?.is !== 'refused' || order.status === 'Shipped') return null;
  const { code, detail } = progress;
  const holds = code === null || isParcel(order) ? undefined : refusals[code];
  if (!(isParcel(order) || holds === undefined ? mayShip(order) : holds(order))) return null;
  return { detail, saysNote: holds !== undefined };
}

/** The state of an order, then the progress of its shipping or another note. */
export function OrderStanding({
  order,
  progress,
  isGone = false,
}: {
  order: AnyOrder;
  progress?: Progress | undefined;
  isGone?: boolean;
}) {
  const copiedAt = useConfig()?.copiedAt;
  if (isGone) return <Note>{isParcel(order) ? 'Not to be shipped any more' : 'Deleted'}</Note>;
  const refusal = refusalOf(order, progress);
  const isUnderWay = progress?.is === 'waiting' || progress?.is === 'sending';
  const note = isUnderWay || refusal?.saysNote === true ? null : noteOf(order);
  return (
    <>
      <StateMark order={order} />
      {progress?.is === 'waiting' && (
        <Note>
          <span>
            Shipping
            {/* Not heard: it would be read aloud every second. */}
            <span aria-hidden>
              {' in '}
              <Seconds until={progress.due} /> s
            </span>
          </span>
        </Note>
      )}
      {progress?.is === 'sending' && <Note>Sending</Note>}
      {refusal && (
        <Note data-refused title={refusal.detail}>
          {`Not shipped: ${refusal.detail}`}
        </Note>
      )}
      {copiedAt !== undefined && !isParcel(order) && order.paidAt !== null && order.paidAt <= copiedAt && (
        <Note title="Refund it in that shop.">Paid in the original shop</Note>
      )}
      {note && <Note title={note.full}>{note.words}</Note>}
    </>
  );
}
