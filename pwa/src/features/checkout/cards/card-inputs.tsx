import { TextInput } from '@mantine/core';
import { type ChangeEvent, useRef, useState } from 'react';
import { editCard } from './card-edit.ts';
import { brandOf, cardRules } from './card-text.ts';
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

/**
 * The three fields of a card. They group digits, add the slash and name the scheme while somebody types; a field that is complete hands the
 * focus on; what is no digit is refused in words.
 */
export function CardInputs({ card, missing, disabled, onChange, onComplete }: CardInputsProps) {
  const inputs = useRef(new Map<keyof TypedCard, HTMLInputElement | null>());
  const [refusals, setRefusals] = useState<Partial<TypedCard>>({});
  const rules = cardRules(card.number);

  const edit = (name: keyof TypedCard, { currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = currentTarget;
    const { inputType } = nativeEvent as Partial<InputEvent>;
    const typed = { text: value, caret: selectionStart ?? value.length, inputType };
    const done = editCard(rules[name], card[name], typed);
    // Set here, so that React finds the text in its place and leaves the caret where it is.
    currentTarget.value = done.text;
    currentTarget.setSelectionRange(done.caret, done.caret);
    setRefusals({ ...refusals, [name]: done.refusal ?? '' });
    onChange({ ...card, [name]: done.text });
    if (!done.completes) return;
    const next = order[order.indexOf(name) + 1];
    if (next === undefined) onComplete();
    else inputs.current.get(next)?.focus();
  };
  const input = (name: keyof TypedCard) => (
    <TextInput
      {...fields[name]}
      ref={(element) => void inputs.current.set(name, element)}
      size="md"
      required
      disabled={disabled}
      inputMode="numeric"
      value={card[name]}
      error={refusals[name] || missing === name}
      errorProps={{ role: 'status' }}
      rightSection={name === 'number' && <Scheme number={card.number} />}
      rightSectionWidth={name === 'number' ? '6.5rem' : undefined}
      rightSectionPointerEvents="none"
      onChange={(event) => edit(name, event)}
    />
  );
  return (
    <>
      {input('number')}
      <div className={classes.pair}>
        {input('expiry')}
        {input('cvc')}
      </div>
    </>
  );
}

const Scheme = ({ number }: { number: string }) => (
  <span className={classes.scheme} role="status">
    {brandOf(number)?.name}
  </span>
);
