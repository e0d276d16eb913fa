import type { Order, ShopConfig } from '@karigar/bff/contracts';
import { Button, Group, Title } from '@mantine/core';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { Note } from '../../shared/ui/blocks.tsx';
import { ContactWays } from '../../shared/ui/contact.tsx';
import { CopyText } from '../../shared/ui/copy-text.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { dateTime } from '../../shared/ui/time.ts';
import classes from './payment.module.css';
import type { usePayment } from './use-payment.ts';

/** What came of the payment. The card form is gone, and with it the focus of the person in it: the title takes it. */
function Outcome({ title, children, ...props }: { title: string } & ComponentProps<typeof Note>) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Note as="section" role="status" {...props} className={classes.outcome}>
      <Title ref={heading} order={2} tabIndex={-1}>
        {title}
      </Title>
      {children}
    </Note>
  );
}

const toMyOrders = (variant: 'filled' | 'subtle') => (
  <Button component={Link} to={paths.myOrders} variant={variant}>
    {messages.menu.orders}
  </Button>
);

/** Paid: the promised sentence, the transaction id to keep, and the way to the receipt. */
export function PaymentDone({ order, transactionId }: { order: Order; transactionId: string }) {
  return (
    <Outcome title={messages.payment.done}>
      <p>
        Your transaction id: <CopyText value={transactionId} label="transaction id" />
      </p>
      <Button component={Link} to={paths.order(order._id)}>
        See the receipt
      </Button>
    </Outcome>
  );
}

interface PaymentReportedProps {
  claim: NonNullable<Order['claim']>;
  contact: ShopConfig['contact'];
  /** Lets the person correct what they reported. */
  onCorrect: () => void;
}

/** A person of the shop looks for a payment by hand; the order holds its items meanwhile. */
export function PaymentReported({ claim, contact, onCorrect }: PaymentReportedProps) {
  return (
    <Outcome title="We’re looking for your payment">
      <p>
        <bdi>{claim.way}</bdi>, transaction ID{' '}
        <span className={classes.transaction}>{claim.transactionId}</span>, sent on {dateTime(claim.at)}.
        Please do not pay again. We’ll tell you when your order is paid, and keep your items reserved until
        then.
      </p>
      <p>
        If you have a question, <ContactWays contact={contact} />.
      </p>
      <Group>
        {toMyOrders('filled')}
        <Button variant="default" onClick={onCorrect}>
          Correct the transaction ID
        </Button>
      </Group>
    </Outcome>
  );
}

/** What a card payment has come to, in place of its form; null while the form is needed. */
export function cardOutcome(
  { snapshot: { value, context }, send }: ReturnType<typeof usePayment>,
  order: Order,
  contact: ShopConfig['contact'],
): ReactNode {
  const { fault, transactionId } = context;
  switch (value) {
    case 'paid':
      return <PaymentDone order={order} transactionId={transactionId} />;
    case 'unprepared':
      return (
        <Outcome title="We couldn’t start the payment" tone="ask" role="alert">
          <p>{`${fault} You were not charged.`}</p>
          <Button variant="default" onClick={() => send({ type: 'retry' })}>
            Try again
          </Button>
        </Outcome>
      );
    // Money moved, or may have, and the shop has not said so yet: wait, ask, and above all do not pay again.
    case 'recording':
    case 'checking':
    case 'waiting':
      return (
        <Outcome
          title={value === 'recording' ? 'Your card was charged' : 'We are checking your payment'}
          tone="ask"
        >
          <p>
            {value === 'recording' && <span>The shop is recording your payment. </span>}
            <span>
              Please do not pay again. This page updates automatically. You can leave and come back later.
            </span>
          </p>
          {fault !== '' && <p>{fault}</p>}
          <Group>
            <LoadingButton
              variant="default"
              onClick={() => send({ type: 'checkNow' })}
              loading={value !== 'waiting'}
            >
              Check now
            </LoadingButton>
            {toMyOrders('subtle')}
          </Group>
        </Outcome>
      );
    // The order was deleted meanwhile; money that still arrives for it is sent back by the shop.
    case 'gone':
      return (
        <Outcome title="This order was deleted" tone="ask">
          <p>It was deleted before it was paid. If you were charged, we’ll refund your card.</p>
          {toMyOrders('filled')}
        </Outcome>
      );
    // Money moved and does not fit the order: only a person can put that right.
    case 'disputed':
      return (
        <Outcome title="We need to check this payment" tone="ask" role="alert">
          <p>{fault}</p>
          <p>
            Please do not pay again: <ContactWays contact={contact} />.
          </p>
        </Outcome>
      );
    default:
      return null;
  }
}
