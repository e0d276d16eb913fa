import { ActionIcon, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { messages } from '../../shared/messages.ts';
import classes from './quantity-field.module.css';
import type { QuantityFault, QuantityLimits, QuantityView } from './quantity-machine.ts';

const text = messages.purchase;

/** The sentence of a quantity's fault; null when there is none. */
export function quantityMessage(
  fault: QuantityFault | null,
  { min, available }: QuantityLimits,
): string | null {
  switch (fault) {
    case null:
      return null;
    case 'missing':
      return text.quantityRequired;
    case 'malformed':
      return text.quantityAgain;
    case 'limits':
      return text.limit(min, available);
    case 'sold-out':
      return 'Sold out for now: fewer are left than one order takes.';
    default:
      return fault satisfies never;
  }
}

interface QuantityFieldProps {
  view: QuantityView;
  limits: QuantityLimits;
  onIncrease: () => void;
  onDecrease: () => void;
  onType: (text: string) => void;
}

/** The quantity with its two buttons; the arrow keys step as well. It shows what its owner, the machine, says. */
export function QuantityField({ view, limits, onIncrease, onDecrease, onType }: QuantityFieldProps) {
  const message = quantityMessage(view.fault, limits);
  return (
    <div className={classes.field}>
      <label htmlFor="quantity" className={classes.label}>
        Quantity
      </label>
      <div className={classes.row}>
        <ActionIcon size={44} variant="default" aria-label={text.decrease} onClick={onDecrease}>
          <IconMinus aria-hidden size={20} />
        </ActionIcon>
        <TextInput
          id="quantity"
          className={classes.input}
          size="md"
          inputMode="numeric"
          autoComplete="off"
          value={view.text}
          error={message !== null && !view.orderable}
          aria-describedby="quantity-message"
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            if (event.key === 'ArrowUp') onIncrease();
            else onDecrease();
          }}
        />
        <ActionIcon size={44} variant="default" aria-label={text.increase} onClick={onIncrease}>
          <IconPlus aria-hidden size={20} />
        </ActionIcon>
      </div>
      <p id="quantity-message" className={classes.message} aria-live="polite">
        {message}
      </p>
    </div>
  );
}
