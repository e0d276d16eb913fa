import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDeviceMobile, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type Delay, type OutboxEntry, type Refusal, sendNow } from '../../shared/outbox/outbox.ts';
import { paths } from '../../shared/paths.ts';
import { formatMoney } from '../../shared/ui/money.tsx';
import classes from './order-progress.module.css';
import { questionOf } from './order-question.ts';
import { placedOrderPath } from './placed-order-path.ts';
import { ProgressPanel } from './progress-panel.tsx';

interface OrderProgressProps {
  entry: OutboxEntry;
  onOrder: (choice: { pieces: number; unitPrice: number }) => void;
  onDiscard: () => void;
}

/** Says honestly where an order stands that the person was not led on to, and asks in place what a refusal asks. */
export function OrderProgress({ entry, onOrder, onDiscard }: OrderProgressProps) {
  if (entry.work.kind !== 'order') return null;
  const { quantity, unitPrice } = entry.work.order;
  switch (entry.status) {
    case 'accepted':
      return (
        <ProgressPanel tone="calm" icon={<IconCheck aria-hidden />} title="The shop has taken your order">
          <p>What you place here now is another one.</p>
          <Actions>
            <Button component={Link} to={placedOrderPath(entry)} variant="default">
              See the order
            </Button>
          </Actions>
        </ProgressPanel>
      );
    case 'saved':
      return (
        <ProgressPanel tone="calm" icon={<IconDeviceMobile aria-hidden />} title="Saved on this phone">
          <p>
            {delayText(entry.delay) ??
              'There is no network. It goes to the shop by itself as soon as there is one.'}
          </p>
          <Actions>
            <Button variant="default" onClick={() => void sendNow()}>
              Send now
            </Button>
            <Button variant="subtle" onClick={onDiscard}>
              Discard
            </Button>
          </Actions>
        </ProgressPanel>
      );
    case 'sending':
      return (
        <ProgressPanel tone="calm" icon={<IconSend aria-hidden />} title="Sending your order">
          <p>
            {delayText(entry.delay) ?? 'Waiting for the answer of the shop.'} The very same order is sent
            again if need be; it cannot be placed twice.
          </p>
          {entry.delay !== null && (
            <Actions>
              <Button variant="default" onClick={() => void sendNow()}>
                Send now
              </Button>
            </Actions>
          )}
        </ProgressPanel>
      );
    case 'refused':
      return (
        <Refused
          refusal={entry.refusal}
          quantity={quantity}
          unitPrice={unitPrice}
          onOrder={onOrder}
          onDiscard={onDiscard}
        />
      );
    default:
      return entry satisfies never;
  }
}

function delayText(delay: Delay | null): string | null {
  switch (delay) {
    case null:
      return null;
    case 'no-answer':
      return 'The shop cannot be reached right now. The order goes out by itself as soon as it can.';
    case 'shop-failed':
    case 'shop-busy':
      return 'The shop cannot take it right now. The order goes out by itself in a moment.';
    case 'sign-in-needed':
      return 'Please sign in again; then the order goes out.';
    case 'update-needed':
      return 'Please update the app; then the order goes out.';
    default:
      return delay satisfies never;
  }
}

interface RefusedProps extends Omit<OrderProgressProps, 'entry'> {
  refusal: Refusal;
  quantity: number;
  unitPrice: number;
}

function Refused({ refusal, quantity, unitPrice, onOrder, onDiscard }: RefusedProps) {
  const question = questionOf(refusal);
  const discard = (
    <Button variant="subtle" onClick={onDiscard}>
      Discard this order
    </Button>
  );
  const ask = (title: string, words: ReactNode, action: ReactNode) => (
    <ProgressPanel tone="ask" icon={<IconAlertTriangle aria-hidden />} title={title}>
      <p>{words}</p>
      <Actions>
        {action}
        {discard}
      </Actions>
    </ProgressPanel>
  );
  switch (question.kind) {
    case 'fewer':
      return ask(
        'Not that many are left',
        `You asked for ${quantity}; ${question.available} can be ordered now.`,
        <Button onClick={() => onOrder({ pieces: question.available, unitPrice })}>
          Order {question.available} instead
        </Button>,
      );
    case 'sold-out':
      return ask(
        'Sold out',
        'Somebody was faster. Nothing was ordered.',
        <Button component={Link} to={paths.tools} variant="default">
          See other tools
        </Button>,
      );
    case 'new-price':
      return ask(
        'The price has changed',
        `It was ${formatMoney(unitPrice)} and is ${formatMoney(question.unitPrice)} now: ${formatMoney(question.unitPrice * quantity)} for ${quantity}.`,
        <Button onClick={() => onOrder({ pieces: quantity, unitPrice: question.unitPrice })}>
          Order for {formatMoney(question.unitPrice * quantity)}
        </Button>,
      );
    case 'too-many-unpaid':
      return ask(
        'Too many unpaid orders',
        'Pay or delete one of them first; this order waits here.',
        <>
          <Button component={Link} to={paths.myOrders}>
            My Orders
          </Button>
          <Button variant="default" onClick={() => onOrder({ pieces: quantity, unitPrice })}>
            Try again
          </Button>
        </>,
      );
    case 'not-sold':
      return ask(
        'No longer sold',
        'The shop has taken this tool out of its range. Nothing was ordered.',
        <Button component={Link} to={paths.tools} variant="default">
          See other tools
        </Button>,
      );
    case 'other':
      return ask(
        'The shop did not take the order',
        question.detail,
        <Button variant="default" onClick={() => onOrder({ pieces: quantity, unitPrice })}>
          Try again
        </Button>,
      );
    default:
      return question satisfies never;
  }
}

const Actions = ({ children }: { children: ReactNode }) => <div className={classes.actions}>{children}</div>;
