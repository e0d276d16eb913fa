import { latinDigits } from '@karigar/bff/written-text';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useRef } from 'react';
import { NumberFormatBase } from 'react-number-format';
import { Grid } from '../../../shared/ui/blocks.tsx';
import classes from './simulator-card.module.css';
import type { TypedCard } from './simulator-gateway.ts';

/** A scheme of cards, how its numbers begin (ISO/IEC 7812), and the patterns of its number and its security code. */
interface Scheme {
  name: string;
  begins: RegExp;
  number: string;
  cvc: string;
}

const usual = { number: '#### #### #### ####', cvc: '###' };
/** A card of no known scheme has at most 19 digits. */
const unknown = { number: '#### #### #### #### ###', cvc: '####' };

const schemes: readonly Scheme[] = [
  { ...usual, name: 'Visa', begins: /^4/ },
  { ...usual, name: 'Mastercard', begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/ },
  { name: 'Amex', begins: /^3[47]/, number: '#### ###### #####', cvc: '####' },
  { ...usual, name: 'Diners Club', begins: /^3(0[0-5]|[689])/, number: '#### ###### ####' },
  { ...usual, name: 'JCB', begins: /^35(2[89]|[3-8])/ },
  { ...usual, name: 'Discover', begins: /^(6011|64[4-9]|65)/ },
];

/** The digits of a text, those of other scripts as Latin ones. */
const digitsOf = (text: string): string => latinDigits(text).replace(/\D/g, '');

/** Finds the scheme of a number as soon as its first digits tell it. */
const schemeOf = (number: string) => schemes.find(({ begins }) => begins.test(digitsOf(number)));

/** How a field shows its digits: each `#` is one, and with the last of them it is complete. */
function patternOf(name: keyof TypedCard, digits: string, card: TypedCard): string {
  // A year may be typed with its century.
  if (name === 'expiry') return digits.slice(2, 4) === '20' ? '## / ####' : '## / ##';
  return (schemeOf(name === 'number' ? digits : card.number) ?? unknown)[name];
}

const lengthOf = (pattern: string): number => pattern.split('#').length - 1;

/** Fills digits into a pattern, up to the last of them. */
function filled(pattern: string, digits: string): string {
  let at = 0;
  return pattern.replace(/#/g, () => digits[at++] ?? '').replace(/\D+$/, '');
}

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
  const input = (name: keyof TypedCard) => {
    const lengthAt = (digits: string) => lengthOf(patternOf(name, digits, card));
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
              {schemeOf(card.number)?.name}
            </span>
          ),
          rightSectionWidth: '6.5rem',
          rightSectionPointerEvents: 'none',
        })}
        value={digitsOf(card[name])}
        valueIsNumericString
        format={(digits) => filled(patternOf(name, digits, card), digits)}
        removeFormatting={(text) => digitsOf(text).slice(0, lengthAt(digitsOf(text)))}
        onValueChange={({ value, formattedValue }, { source }) => {
          if (source !== 'event' || formattedValue === card[name]) return;
          onChange({ ...card, [name]: formattedValue });
          const before = digitsOf(card[name]).length;
          if (value.length <= before || value.length < lengthAt(value)) return;
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
