import type { Order, ShopConfig } from '@karigar/bff/contracts';
import { Button, Loader } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { ContactWays } from '../../shared/ui/contact-ways.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import classes from './payment-flow.module.css';

/** The card form is gone, and with it the focus of whoever was in it: they are led to what came of it. */
function OutcomeTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h2 ref={title} tabIndex={-1}>
      {children}
    </h2>
  );
}

/** Paid: the promised sentence, the transaction id to keep, and the way to the receipt. */
export function PaymentDone({ order, transactionId }: { order: Order; transactionId: string }) {
  return (
    <section className={classes.outcome} role="status">
      <IconCircleCheck aria-hidden size={44} />
      <OutcomeTitle>{messages.payment.done}</OutcomeTitle>
      <p>
        Your transaction id: <span className={classes.transaction}>{transactionId}</span>
      </p>
      <div className={classes.actions}>
        <Button component={Link} to={paths.order(order._id)}>
          See the receipt
        </Button>
        <CopyButton value={transactionId} label="Copy transaction id" />
      </div>
    </section>
  );
}

/** No payment could be prepared, so nothing was charged: say why and try again. */
export function PaymentUnprepared({ words, onRetry }: { words: string; onRetry: () => void }) {
  return (
    <section className={classes.outcome} data-tone="ask" role="alert">
      <OutcomeTitle>We couldn’t start the payment</OutcomeTitle>
      <p>{`${words} You were not charged.`}</p>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </section>
  );
}

interface PaymentCheckingProps {
  words: string;
  /** The provider has said that the money came; the shop is about to record it. */
  charged: boolean;
  asking: boolean;
  onCheck: () => void;
}

/** Money moved, or may have, and the shop has not said so yet: wait, ask, and above all do not pay again. */
export function PaymentChecking(props: PaymentCheckingProps) {
  return (
    <section className={classes.outcome} data-tone="ask" role="status">
      <Loader aria-hidden size="sm" />
      <OutcomeTitle>{props.charged ? 'Your card was charged' : 'We are checking your payment'}</OutcomeTitle>
      <p>
        {props.charged && <span>The shop is recording your payment. </span>}
        <span>
          Please do not pay again. This page updates automatically. You can leave and come back later.
        </span>
      </p>
      {props.words !== '' && <p>{props.words}</p>}
      <div className={classes.actions}>
        <LoadingButton variant="default" onClick={props.onCheck} loading={props.asking}>
          Check now
        </LoadingButton>
        <Button component={Link} to={paths.myOrders} variant="subtle">
          My Orders
        </Button>
      </div>
    </section>
  );
}

/** The order was deleted meanwhile; money that still arrives for it is sent back by the shop. */
export function PaymentGone() {
  return (
    <section className={classes.outcome} data-tone="ask" role="status">
      <OutcomeTitle>This order was deleted</OutcomeTitle>
      <p>It was deleted before it was paid. If you were charged, we’ll refund your card.</p>
      <Button component={Link} to={paths.myOrders}>
        My Orders
      </Button>
    </section>
  );
}

/** Money moved and does not fit the order: only a person can put that right. */
export function PaymentDisputed({ words, contact }: { words: string; contact: ShopConfig['contact'] }) {
  return (
    <section className={classes.outcome} data-tone="ask" role="alert">
      <OutcomeTitle>We need to check this payment</OutcomeTitle>
      <p>{words}</p>
      <p>
        Please do not pay again: <ContactWays contact={contact} />.
      </p>
    </section>
  );
}
