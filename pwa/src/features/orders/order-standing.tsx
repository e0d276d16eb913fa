import type { Order, ShopConfig } from '@karigar/bff/contracts';
import type { RefObject } from 'react';
import { ContactWays } from '../../shared/ui/contact-ways.tsx';
import { dateOf } from '../../shared/ui/time.ts';
import classes from './order-page.module.css';
import { refundTexts } from './order-state.ts';

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
      {(refund?.amount ?? 0) > 0 && refundFailure === null && (
        <p className={classes.small}>It may take up to ten days to appear in your bank account.</p>
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
