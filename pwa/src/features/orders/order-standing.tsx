import type { Order, ShopConfig } from '@karigar/bff/contracts';
import { claimRefusalTexts } from '@karigar/bff/page-words';
import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import type { RefObject } from 'react';
import { isToBeShipped } from '../../shared/delivery/delivery-rules.ts';
import { ContactWays } from '../../shared/ui/contact.tsx';
import { dateOf } from '../../shared/ui/time.ts';
import classes from './order-page.module.css';
import { dispatchText, refundTexts, reservedText } from './order-state.ts';

/** How far an order has come, in one line; a refund of all of its money ends its way. */
export function OrderSteps({ order: { createdAt, paidAt, shippedAt, refund } }: { order: Order }) {
  const end = refund?.whole ? refund.at : null;
  const steps = Object.entries({ Placed: createdAt, Paid: paidAt, Shipped: shippedAt, Refunded: end }).filter(
    ([name, at]) => at !== null || (end === null && name !== 'Refunded'),
  );
  const current = steps.findLast(([, at]) => at !== null)?.[0];
  return (
    <ol aria-label="Progress" className={`${classes.steps} no-print`}>
      {steps.map(([name, at]) => (
        <li
          key={name}
          data-reached={at !== null || undefined}
          aria-current={name === current ? 'step' : undefined}
        >
          <span>{name}</span>
          {at === null ? <VisuallyHidden>not yet</VisuallyHidden> : <time dateTime={at}>{dateOf(at)}</time>}
        </li>
      ))}
    </ol>
  );
}

interface NextStepProps {
  order: Order;
  /** Whether it was placed a moment ago. */
  placed: boolean;
  shipping: ShopConfig['shipping'] | undefined;
}

/** What comes next for an order: its payment and until when, its parcel and how soon, or where the parcel is; nothing while the money goes back first. */
export function OrderNextStep({ order, placed, shipping }: NextStepProps) {
  if (!order.paid) return <Text mb="md">{unpaidTexts(order, placed).join(' ')}</Text>;
  // A refund or a request to cancel has its own words, and nothing is packed meanwhile.
  const isAskedBack = order.refundRequest !== null || order.cancellation?.declinedAt === null;
  if (isToBeShipped(order))
    return isAskedBack ? null : <Text mb="md">{`Next: ${dispatchText(shipping)}.`}</Text>;
  if (order.status !== 'Shipped' || order.shippedAt === null) return null;
  return (
    <Text mb="md">
      <span>{`Shipped on ${dateOf(order.shippedAt)}`}</span>
      {order.carrier !== null && (
        <span>
          {' '}
          with <bdi>{order.carrier}</bdi>
        </span>
      )}
      {order.trackingNumber !== null && (
        <span>
          , tracking number <TrackingNumber order={order} />
        </span>
      )}
      <span>.</span>
    </Text>
  );
}

function unpaidTexts(order: Order, placed: boolean): string[] {
  const { claim } = order;
  if (claim !== null && claim.refused === null)
    return [
      `We’re looking for your payment with ${claim.way}, transaction ID ${claim.transactionId}. We’ll tell you when we’ve found it.`,
    ];
  const reserved = reservedText(order);
  const words = placed ? 'We’ve got your order. Pay for it and we’ll ship it.' : 'Waiting for your payment.';
  return [
    ...(claim === null
      ? [words]
      : [`${claimRefusalTexts[claim.refused?.reason ?? 'other']} Please check it.`]),
    ...(reserved === null ? [] : [`${reserved}.`]),
  ];
}

interface OrderStandingProps {
  order: Order;
  contact: ShopConfig['contact'] | undefined;
  /** Takes the focus of a button that goes when the shop has been asked. */
  ref: RefObject<HTMLDivElement | null>;
}

/** Says what was asked about a paid order and what came of it; news is read out as it comes. */
export function OrderStanding({ order, contact, ref }: OrderStandingProps) {
  const { cancellation, refund, refundFailure } = order;
  return (
    <div ref={ref} tabIndex={-1} role="status" className={`${classes.standing} no-print`}>
      {refundTexts(order).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {(refund?.amount ?? 0) > 0 && refundFailure === null && order.paidWay === null && (
        <p>It may take up to ten days to appear in your account.</p>
      )}
      {cancellation !== null && (
        <p>
          {`You requested cancellation on ${dateOf(cancellation.at)}. ${
            cancellation.declinedAt === null
              ? 'We’re reviewing your request.'
              : 'We couldn’t cancel it, so we’ll ship your order.'
          }`}
        </p>
      )}
      {contact !== undefined && (refundFailure !== null || typeof cancellation?.declinedAt === 'string') && (
        <p>
          If you have a question, <ContactWays contact={contact} />.
        </p>
      )}
    </div>
  );
}

/** The number of a parcel at its carrier, as a link to the carrier's tracking page where there is one. */
export function TrackingNumber({ order }: { order: Order }) {
  if (order.trackingUrl === null) return order.trackingNumber;
  return (
    <Anchor inherit href={order.trackingUrl} target="_blank" rel="noopener">
      {order.trackingNumber}
    </Anchor>
  );
}
