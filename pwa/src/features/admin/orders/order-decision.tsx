import type { Order } from '@karigar/bff/contracts';
import { Button, Group } from '@mantine/core';
import classes from './decisions.module.css';
import { asksToCancel, isOnHold, mayRefund, mayShip, questionsOf } from './order-questions.ts';
import { isUnderWay } from './shipping/shipping.ts';
import { orderWords } from './shipping/shipping-words.ts';
import type { OrderWork } from './use-order-work.tsx';

/** What an order asks a person, in words; nothing when it asks nothing. */
export function OrderQuestions({ order }: { order: Order }) {
  const questions = questionsOf(order);
  if (questions.length === 0) return null;
  return (
    <ul className={classes.questions} aria-label="Decision needed">
      {questions.map((question) => (
        <li key={question}>{question}</li>
      ))}
    </ul>
  );
}

/** What a person can do about that: give the money back, or decline and send the parcel. */
export function DecisionButtons({ order, work }: { order: Order; work: OrderWork }) {
  const shipping = work.shippings.get(order._id);
  const busy = work.busy.has(order._id) || isUnderWay(shipping);
  const words = orderWords(order);
  const asking = asksToCancel(order);
  const shipsAnyway = isOnHold(order) && mayShip(order);
  if (questionsOf(order).length === 0 || !(asking || shipsAnyway || mayRefund(order))) return null;
  return (
    <Group className={classes.buttons}>
      {mayRefund(order) && (
        <Button color="red" disabled={busy} onClick={() => work.refund(order)} aria-label={`Refund ${words}`}>
          Refund
        </Button>
      )}
      {asking && (
        <Button
          variant="default"
          disabled={busy}
          onClick={() => void work.decline(order)}
          aria-label={`Decline cancellation of ${words}`}
        >
          Decline
        </Button>
      )}
      {shipsAnyway && (
        <Button
          variant="default"
          disabled={busy}
          onClick={() => work.ship([{ order }])}
          aria-label={`Ship anyway ${words}`}
        >
          Ship anyway
        </Button>
      )}
      {shipping?.progress.is === 'waiting' && (
        <Button
          variant="default"
          onClick={() => work.undo([order._id])}
          aria-label={`Undo: do not ship ${words}`}
        >
          Undo
        </Button>
      )}
    </Group>
  );
}
