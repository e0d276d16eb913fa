import type { Order, ShopConfig } from '@karigar/bff/contracts';
import { useState } from 'react';
import { openClaim } from '../../shared/orders/payment-claim.ts';
import { useDraft } from '../../shared/saved/draft.ts';
import { paymentAttempt } from '../../shared/saved/payment-attempt.ts';
import { type HandDraft, HandPayment } from './hand-payment.tsx';
import { PaymentFlow } from './payment-flow.tsx';
import { PaymentDone, PaymentReported } from './payment-outcomes.tsx';
import classes from './payment-ways.module.css';

interface PaymentWaysProps {
  order: Order;
  payments: ShopConfig['payments'];
  contact: ShopConfig['contact'];
}

/** Pays an order in one of the shop's ways: by card first, where it takes cards. */
export function PaymentWays({ order, payments, contact }: PaymentWaysProps) {
  const takesCards = payments.provider !== 'none';
  const ways = [...(takesCards ? ['Card'] : []), ...payments.byHand.map(({ name }) => name)];
  const kept = useDraft<HandDraft>(`payment.${order._id}`);
  // A card payment whose outcome is not known comes first: nothing is paid twice.
  const [underWay] = useState(() => paymentAttempt.read(order._id) !== null);
  const [chosen, choose] = useState<string>();
  const [correcting, setCorrecting] = useState(false);
  const claim = openClaim(order);
  const before = underWay ? 'Card' : (order.claim?.way ?? kept.draft?.way);
  const byHand = payments.byHand.find(({ name }) => name === (chosen ?? before ?? ways[0]));
  if (order.paid && order.transactionId !== null && (order.paidWay !== null || !takesCards))
    return <PaymentDone order={order} transactionId={order.transactionId} />;
  if (claim !== null && !correcting)
    return <PaymentReported claim={claim} contact={contact} onCorrect={() => setCorrecting(true)} />;
  const chooser = (disabled: boolean) =>
    ways.length > 1 && (
      <fieldset className={classes.ways} disabled={disabled}>
        <legend>How do you want to pay?</legend>
        {ways.map((way) => (
          <label key={way} className={classes.way}>
            <input
              type="radio"
              name="way"
              checked={way === (byHand?.name ?? 'Card')}
              onChange={() => choose(way)}
            />
            <bdi>{way}</bdi>
          </label>
        ))}
      </fieldset>
    );
  return byHand === undefined ? (
    <PaymentFlow order={order} payments={payments} contact={contact} chooser={chooser} />
  ) : (
    <HandPayment
      key={byHand.name}
      order={order}
      way={byHand}
      kept={kept}
      chooser={chooser}
      onReported={() => setCorrecting(false)}
    />
  );
}
