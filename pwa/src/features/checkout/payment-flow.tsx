import type { Order, ShopConfig } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { HeldBar } from '../../shared/bottom/held-bar.tsx';
import { messages } from '../../shared/messages.ts';
import { Fault, Note } from '../../shared/ui/blocks.tsx';
import { formatMoney } from '../../shared/ui/money.tsx';
import classes from './payment-flow.module.css';
import type { PaymentNotice } from './payment-machine.ts';
import {
  PaymentChecking,
  PaymentDisputed,
  PaymentDone,
  PaymentGone,
  PaymentUnprepared,
} from './payment-outcomes.tsx';
import { usePayment } from './use-payment.ts';

const SimulatorCard = lazy(() => import('./cards/simulator-card.tsx'));
const StripeCard = lazy(() => import('./cards/stripe-card.tsx'));

const notices: Record<PaymentNotice, string> = {
  declined: 'You were not charged. Try another card.',
  'not-charged': 'Your card was not charged. You can pay now.',
  'not-sent': 'We couldn’t send your card details. You were not charged. Please try again.',
};

/** Says what the form waits for; empty while it waits for the person. */
function progressWords({ value }: ReturnType<typeof usePayment>['snapshot']): string {
  switch (value) {
    case 'preparing':
      return 'Preparing the payment. You won’t be charged until you pay.';
    case 'reading':
    case 'confirming':
      return 'Sending your payment. Please stay on this page.';
    case 'challenging':
      return 'Your bank asks you to confirm this payment.';
    default:
      return '';
  }
}

interface PaymentFlowProps {
  order: Order;
  payments: ShopConfig['payments'];
  contact: ShopConfig['contact'];
  /** Draws what chooses another way of paying, above the form; `disabled` while a payment is on its way. */
  chooser?: (disabled: boolean) => ReactNode;
}

/** The card form and everything that a payment can come to; the machine decides which of them is shown. */
export function PaymentFlow({ order, payments, contact, chooser }: PaymentFlowProps) {
  const { snapshot, send, cardReady, takeGateway } = usePayment(order);
  const { context } = snapshot;
  const refused = snapshot.matches('entering') && (context.fault !== '' || context.notice === 'not-sent');
  // The whole form is disabled while the card is away, which takes the focus from where the person was.
  const pay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!refused) return;
    const wrong = pay.current?.form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? pay.current)?.focus();
  }, [refused]);

  if (snapshot.matches('paid')) return <PaymentDone order={order} transactionId={context.transactionId} />;
  if (snapshot.matches('gone')) return <PaymentGone />;
  if (snapshot.matches('disputed')) return <PaymentDisputed words={context.fault} contact={contact} />;
  if (snapshot.matches('checking') || snapshot.matches('waiting') || snapshot.matches('recording')) {
    return (
      <PaymentChecking
        words={context.fault}
        charged={snapshot.matches('recording')}
        asking={!snapshot.matches('waiting')}
        onCheck={() => send({ type: 'checkNow' })}
      />
    );
  }
  if (snapshot.matches('unprepared')) {
    return (
      <div className={classes.form}>
        {chooser?.(false)}
        <PaymentUnprepared words={context.fault} onRetry={() => send({ type: 'retry' })} />
      </div>
    );
  }

  const entering = snapshot.matches('entering');
  const CardFields = payments.provider === 'stripe' ? StripeCard : SimulatorCard;
  const fault = (
    <Fault>
      {entering && context.fault !== '' && (
        <>
          <div>{context.fault}</div>
          {context.notice === 'declined' && <div>{notices.declined}</div>}
        </>
      )}
    </Fault>
  );
  return (
    <form
      className={classes.form}
      aria-label="Card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (entering && cardReady) send({ type: 'pay' });
      }}
    >
      {chooser?.(!entering && !snapshot.matches('preparing'))}
      {context.notice !== null && context.notice !== 'declined' && (
        <Note role="status">{notices[context.notice]}</Note>
      )}
      <Suspense fallback={<div className={classes.loading} role="status" aria-label="Loading" />}>
        <CardFields
          payments={payments}
          disabled={!entering}
          fault={fault}
          onEdit={() => send({ type: 'edited' })}
          onGateway={takeGateway}
          onComplete={() => pay.current?.focus()}
        />
      </Suspense>
      <HeldBar>
        <Button
          ref={pay}
          type="submit"
          size="lg"
          fullWidth
          disabled={context.clientSecret === '' || !cardReady}
          loading={!entering && context.clientSecret !== ''}
        >
          {`${messages.payment.pay} ${formatMoney(order.price)}`}
        </Button>
        <p className={classes.note} role="status">
          {progressWords(snapshot)}
        </p>
      </HeldBar>
    </form>
  );
}
