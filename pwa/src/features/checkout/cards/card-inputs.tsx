import { TextInput, type TextInputProps } from '@mantine/core';
import { useRef } from 'react';
import { NumberFormatBase } from 'react-number-format';
import { Grid } from '../../../shared/ui/blocks.tsx';
import { brandOf, cardFields, digitsOf } from './card-text.ts';
import classes from './simulator-card.module.css';
import type { TypedCard } from './simulator-gateway.ts';

const fields = {
  number: { label: 'Card number', placeholder: '4242 4242 4242 4242', autoComplete: 'cc-number' },
  expiry: { label: 'Expiry', placeholder: 'MM / YY', autoComplete: 'cc-exp' },
  cvc: { label: 'CVC', placeholder: '123', autoComplete: 'cc-csc' },
} as const;
const order = ['number', 'expiry', 'cvc'] as const;

interface CardInputsProps {
  card: TypedCard;
  /** The field without which the card cannot be sent, after the person has tried. */
  missing: keyof TypedCard | null;
  disabled: boolean;
  onChange: (card: TypedCard) => void;
  /** The last field has just been completed. */
  onComplete: () => void;
}

/** The three fields of a card. They group digits and name the scheme while somebody types; a complete field moves the focus to the next. */
export function CardInputs({ card, missing, disabled, onChange, onComplete }: CardInputsProps) {
  const inputs = useRef(new Map<keyof TypedCard, HTMLInputElement | null>());
  const rules = cardFields(card.number);
  const input = (name: keyof TypedCard) => {
    const { format, most } = rules[name];
    const digitsIn = (text: string) => digitsOf(text).slice(0, most(digitsOf(text)));
    return (
      <NumberFormatBase<TextInputProps>
        {...fields[name]}
        customInput={TextInput}
        getInputRef={(element: HTMLInputElement | null) => void inputs.current.set(name, element)}
        size="md"
        required
        disabled={disabled}
        inputMode="numeric"
        error={missing === name}
        {...(name === 'number' && {
          rightSection: (
            <span className={classes.scheme} role="status">
              {brandOf(card.number)?.name}
            </span>
          ),
          rightSectionWidth: '6.5rem',
          rightSectionPointerEvents: 'none',
        })}
        value={digitsOf(card[name])}
        valueIsNumericString
        format={format}
        removeFormatting={digitsIn}
        onValueChange={({ value, formattedValue }, { source }) => {
          if (source !== 'event' || formattedValue === card[name]) return;
          onChange({ ...card, [name]: formattedValue });
          const before = digitsOf(card[name]).length;
          if (value.length <= before || value.length < most(value)) return;
          const next = order[order.indexOf(name) + 1];
          if (next === undefined) onComplete();
          else inputs.current.get(next)?.focus();
        }}
      />
    );
  };
  return (
    <>
      {input('number')}
      <Grid least="7rem">
        {input('expiry')}
        {input('cvc')}
      </Grid>
    </>
  );
}
