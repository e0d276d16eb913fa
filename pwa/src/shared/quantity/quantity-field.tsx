import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { shallowEqual, useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { WholeNumberField } from '../fields/whole-number-field.tsx';
import { messages } from '../messages.ts';
import classes from './quantity-field.module.css';
import {
  type QuantityFault,
  type QuantityLimits,
  quantityMachine,
  quantityView,
} from './quantity-machine.ts';

const text = messages.purchase;

/** Runs the quantity machine inside `limits`, which may change; each step and `type` return the new text. */
export function useQuantity(limits: QuantityLimits, first: string | undefined) {
  const { min, most, unitPrice } = limits;
  const actor = useActorRef(quantityMachine, { input: { limits, text: first } });
  const view = useSelector(actor, quantityView, shallowEqual);
  useEffect(() => {
    actor.send({ type: 'limits', limits: { min, most, unitPrice } });
  }, [actor, min, most, unitPrice]);

  const send = (event: Parameters<typeof actor.send>[0]): string => {
    actor.send(event);
    return quantityView(actor.getSnapshot()).text;
  };
  return {
    view,
    limits,
    increase: () => send({ type: 'increase' }),
    decrease: () => send({ type: 'decrease' }),
    type: (typed: string) => send({ type: 'type', text: typed }),
  };
}

/** Puts a quantity's fault into words; null when there is none. */
function faultText(fault: QuantityFault | null, { min, most }: QuantityLimits): string | null {
  switch (fault) {
    case null:
      return null;
    case 'missing':
      return text.quantityRequired;
    case 'malformed':
      return text.quantityAgain;
    case 'limits':
      return text.limit(min, most);
    case 'sold-out':
      return 'Sold out for now: fewer are left than the minimum order.';
    default:
      return fault satisfies never;
  }
}

interface QuantityFieldProps {
  quantity: ReturnType<typeof useQuantity>;
  /** Called with each new text. */
  onChange?: (text: string) => void;
  /** Why the limits are what they are; null says nothing. */
  reason?: string | null;
}

/** The quantity with its two buttons; the arrow keys step as well. It shows what its owner, the machine, says. */
export function QuantityField({ quantity, onChange = () => undefined, reason = null }: QuantityFieldProps) {
  const { view, limits } = quantity;
  const message = faultText(view.fault, limits);
  const increase = () => onChange(quantity.increase());
  const decrease = () => onChange(quantity.decrease());
  return (
    <div className={classes.field}>
      <label htmlFor="quantity" className={classes.label}>
        Quantity
      </label>
      <div className={classes.row}>
        <ActionIcon size={44} variant="default" aria-label={text.decrease} onClick={decrease}>
          <IconMinus aria-hidden size={20} />
        </ActionIcon>
        <WholeNumberField
          id="quantity"
          className={classes.input}
          size="md"
          value={view.text}
          error={message !== null && !view.orderable}
          aria-describedby="quantity-reason quantity-message"
          onChange={({ currentTarget }) => onChange(quantity.type(currentTarget.value))}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            if (event.key === 'ArrowUp') increase();
            else decrease();
          }}
        />
        <ActionIcon size={44} variant="default" aria-label={text.increase} onClick={increase}>
          <IconPlus aria-hidden size={20} />
        </ActionIcon>
      </div>
      {reason !== null && (
        <p id="quantity-reason" className={classes.reason}>
          {reason}
        </p>
      )}
      <p id="quantity-message" className={classes.message} aria-live="polite">
        {message}
      </p>
    </div>
  );
}
