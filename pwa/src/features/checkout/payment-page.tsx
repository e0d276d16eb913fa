import type { Order, ShopConfig } from '@karigar/bff/contracts';
import { Box, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { openClaim } from '../../shared/orders/payment-claim.ts';
import { paths } from '../../shared/paths.ts';
import { useDraft } from '../../shared/saved/draft.ts';
import { useMyOrder } from '../../shared/saved/my-orders.ts';
import { paymentAttempt } from '../../shared/saved/payment-attempt.ts';
import { SavedView } from '../../shared/saved/saved-view.tsx';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { BackLink } from '../../shared/ui/back-link.tsx';
import { Columns } from '../../shared/ui/blocks.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { type HandDraft, HandPayment } from './hand-payment.tsx';
import classes from './payment.module.css';
import { PaymentFlow } from './payment-flow.tsx';
import { PaymentDone, PaymentReported } from './payment-outcomes.tsx';
import { PaymentSummary, SummarySkeleton } from './summary.tsx';

const shares = 'minmax(0, 5fr) minmax(0, 6fr)';

/** Pays one order. */
export function Component() {
  const { id = '' } = useParams();
  const order = useMyOrder(id);
  const config = useConfig();
  const loading = (
    <Columns shares={shares} role="status" aria-label="Loading">
      <SummarySkeleton />
      <Skeleton height={320} radius="lg" />
    </Columns>
  );
  return (
    <Box maw="64rem">
      <BackLink to={paths.order(id)} label="Back to the order" />
      <PageTitle title="Payment" />
      <SavedView
        saved={order}
        loading={loading}
        gone={
          <EmptyState
            picture="parcel"
            text="We can’t find this order. It may have been deleted; if you were charged, we’ll refund your card."
            link={{ to: paths.myOrders, label: messages.menu.orders }}
          />
        }
      >
        {(data) =>
          config === undefined ? (
            loading
          ) : (
            <Columns shares={shares}>
              <PaymentSummary order={data} />
              <PaymentWays key={data._id} order={data} {...config} />
            </Columns>
          )
        }
      </SavedView>
    </Box>
  );
}

/** Pays an order in one of the shop's ways: by card first, where it takes cards. */
export function PaymentWays({
  order,
  payments,
  contact,
}: { order: Order } & Pick<ShopConfig, 'payments' | 'contact'>) {
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
          <label key={way}>
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
