import type { Order, ShopConfig } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { HeldBar } from '../../shared/bottom/held-bar.tsx';
import { messages } from '../../shared/messages.ts';
import { Fault, Note } from '../../shared/ui/blocks.tsx';
import { formatMoney } from '../../shared/ui/money.tsx';
import classes from './payment.module.css';
import type { PaymentNotice } from './payment-machine.ts';
import { cardOutcome } from './payment-outcomes.tsx';
import { usePayment } from './use-payment.ts';

const SimulatorCard = lazy(() => import('./cards/simulator-card.tsx'));
const StripeCard = lazy(() => import('./cards/stripe-card.tsx'));

const notices: Record<PaymentNotice, string> = {
  declined: 'You were not charged. Try another card.',
  'not-charged': 'Your card was not charged. You can pay now.',
  'not-sent': 'We couldn’t send your card details. You were not charged. Please try again.',
};

const sending = 'Sending your payment. Please stay on this page.';
/** What the form waits for, by the machine's state; nothing while it waits for the person. */
const progress: Record<string, string> = {
  preparing: 'Preparing the payment. You won’t be charged until you pay.',
  reading: sending,
  confirming: sending,
  challenging: 'Your bank asks you to confirm this payment.',
};

interface PaymentFlowProps {
  order: Order;
  payments: ShopConfig['payments'];
  contact: ShopConfig['contact'];
  /** Draws what chooses another way of paying, above the form; `disabled` while a payment is on its way. */
  chooser: (disabled: boolean) => ReactNode;
}

/** The card form and everything that a payment can come to; the machine decides which of them is shown. */
export function PaymentFlow({ order, payments, contact, chooser }: PaymentFlowProps) {
  const payment = usePayment(order);
  const { send, cardReady, takeGateway } = payment;
  const { context, value } = payment.snapshot;
  const entering = value === 'entering';
  const refused = entering && (context.fault !== '' || context.notice === 'not-sent');
  // The whole form is disabled while the card is away, which takes the focus from where the person was.
  const pay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!refused) return;
    const wrong = pay.current?.form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? pay.current)?.focus();
  }, [refused]);

  const outcome = cardOutcome(payment, order, contact);
  if (value === 'unprepared')
    return (
      <div className={classes.form}>
        {chooser(false)}
        {outcome}
      </div>
    );
  if (outcome !== null) return outcome;

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
      {chooser(!entering && value !== 'preparing')}
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
          {progress[String(value)]}
        </p>
      </HeldBar>
    </form>
  );
}
