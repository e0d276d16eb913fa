import { latinDigits } from '@karigar/bff/written-text';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useRef } from 'react';
import { NumberFormatBase } from 'react-number-format';
import { Grid } from '../../../shared/ui/blocks.tsx';
import classes from './simulator-card.module.css';
import type { TypedCard } from './simulator-gateway.ts';

/** A scheme of cards: how its numbers are grouped, and how many digits its security code has. */
interface CardBrand {
  name: string;
  groups: readonly number[];
  cvc: number;
  begins: RegExp;
}

const inFours = [4, 4, 4, 4];

/** The ranges in which the schemes issue numbers (ISO/IEC 7812). */
const brands: readonly CardBrand[] = [
  { name: 'Visa', groups: inFours, cvc: 3, begins: /^4/ },
  {
    name: 'Mastercard',
    groups: inFours,
    cvc: 3,
    begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
  },
  { name: 'Amex', groups: [4, 6, 5], cvc: 4, begins: /^3[47]/ },
  { name: 'Diners Club', groups: [4, 6, 4], cvc: 3, begins: /^3(0[0-5]|[689])/ },
  { name: 'JCB', groups: inFours, cvc: 3, begins: /^35(2[89]|[3-8])/ },
  { name: 'Discover', groups: inFours, cvc: 3, begins: /^(6011|64[4-9]|65)/ },
];

/** A card of no known scheme has at most 19 digits. */
const unknownGroups = [4, 4, 4, 4, 3];

/** The digits of a text, those of other scripts as Latin ones. */
const digitsOf = (text: string): string => latinDigits(text).replace(/\D/g, '');

/** Names the scheme of a number as soon as its first digits tell it. */
const brandOf = (number: string): CardBrand | undefined =>
  brands.find(({ begins }) => begins.test(digitsOf(number)));

/** How one field of a card shows its digits, and how many digits make it complete (`most` is also its limit). */
interface CardField {
  format: (digits: string) => string;
  most: (digits: string) => number;
}

const groupsOf = (digits: string) => brandOf(digits)?.groups ?? unknownGroups;

/** The three fields of a card; the length of the security code depends on the number. */
const cardFields = (number: string): Record<'number' | 'expiry' | 'cvc', CardField> => ({
  number: {
    format(digits) {
      const parts: string[] = [];
      let at = 0;
      for (const size of groupsOf(digits)) {
        parts.push(digits.slice(at, at + size));
        at += size;
      }
      return parts.join(' ').trim();
    },
    most: (digits) => groupsOf(digits).reduce((sum, size) => sum + size, 0),
  },
  expiry: {
    format: (digits) => (digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits),
    // A year may be typed with its century.
    most: (digits) => (digits.slice(2, 4) === '20' ? 6 : 4),
  },
  cvc: { format: (digits) => digits, most: () => brandOf(number)?.cvc ?? 4 },
});

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
