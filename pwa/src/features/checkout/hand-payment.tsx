import type { Order, ShopConfig } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { claimRefusalTexts } from '@karigar/bff/page-words';
import { longest, plainCode } from '@karigar/bff/written-text';
import { TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { call } from '../../shared/api/call.ts';
import { failureText } from '../../shared/api/failure.ts';
import { useReachability } from '../../shared/api/reachability.ts';
import { HeldBar } from '../../shared/bottom/held-bar.tsx';
import { openClaim } from '../../shared/orders/payment-claim.ts';
import type { Draft } from '../../shared/saved/draft.ts';
import { changeMyOrder } from '../../shared/saved/my-orders.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { Facts, Fault, Note } from '../../shared/ui/blocks.tsx';
import { useBusy } from '../../shared/ui/busy.ts';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { formatMoney } from '../../shared/ui/money.tsx';
import classes from './payment.module.css';

/** A transaction id that is not sent yet, and the way that it is of. */
export interface HandDraft {
  way: string;
  id: string;
}

interface HandPaymentProps {
  order: Order;
  way: ShopConfig['payments']['byHand'][number];
  /** What was typed before. */
  kept: Draft<HandDraft>;
  chooser: (disabled: boolean) => ReactNode;
  /** The shop knows of the payment, and so does the device. */
  onReported: () => void;
}

/** What has to be sent where, and the field for the transaction id. What was typed is kept until the shop knows of the payment. */
export function HandPayment({ order, way, kept, chooser, onReported }: HandPaymentProps) {
  const uid = useSession().user?.uid ?? '';
  const [typed, setTyped] = useState<string>();
  const [sending, setSending] = useState(false);
  const [fault, setFault] = useState('');
  const { reachable } = useReachability();
  const field = useRef<HTMLInputElement>(null);
  const amount = useId();
  const id = typed ?? (kept.draft?.way === way.name ? kept.draft.id : '');
  const refused = order.claim?.refused ?? null;
  useBusy(sending);

  const send = async () => {
    const report = { way: way.name, transactionId: plainCode(id) };
    setSending(true);
    try {
      await changeMyOrder(uid, order._id, {
        what: 'your payment was reported',
        send: () => call('POST /orders/:id/payment-claim', { params: { id: order._id }, body: report }),
        isDone: (now) => now.paid || openClaim(now)?.way === way.name,
      });
      kept.discard();
      onReported();
    } catch (error) {
      setFault(failureText(error));
      field.current?.focus();
    }
    setSending(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (plainCode(id) !== '') return void send();
    setFault('Enter the transaction ID from your payment’s message.');
    field.current?.focus();
  };
  return (
    <form className={classes.form} aria-label={way.name} noValidate onSubmit={submit}>
      {chooser(sending)}
      {refused !== null && (
        <Note tone="ask" role="status">
          {`${claimRefusalTexts[refused.reason]} Check the transaction ID ${order.claim?.transactionId} and send it again, or pay in another way.`}
        </Note>
      )}
      <div id={amount}>
        <Facts of={{ Amount: formatMoney(order.price), Reference: showNumber(order.number) }} />
      </div>
      <p className={classes.instructions}>{way.instructions}</p>
      <TextInput
        ref={field}
        size="md"
        label="Transaction ID"
        description="After paying, enter the ID from the message that confirms your payment."
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={longest.transactionId}
        aria-describedby={amount}
        value={id}
        error={fault !== ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setTyped(value);
          setFault('');
          kept.save({ way: way.name, id: value });
        }}
      />
      <Fault>
        {fault || (reachable ? '' : 'You need to be online to report a payment. What you typed is kept.')}
      </Fault>
      <HeldBar>
        <LoadingButton type="submit" size="lg" fullWidth loading={sending}>
          {`I have paid ${formatMoney(order.price)}`}
        </LoadingButton>
        <p className={classes.note}>We’ll look for your payment and tell you when your order is paid.</p>
      </HeldBar>
    </form>
  );
}
