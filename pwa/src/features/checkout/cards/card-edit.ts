import { latinDigits } from '@karigar/bff/written-text';
import { type CardFieldRule, digitsOf } from './card-text.ts';

/** What an input holds after a person has worked on it, before anybody has put it in order. */
export interface TypedText {
  text: string;
  caret: number;
  /** As of an `InputEvent`: tells a deletion from typing and pasting. */
  inputType?: string | undefined;
}

/** What the field shows then. */
export interface CardEdit {
  text: string;
  caret: number;
  /** Why nothing of it was taken; the field is as it was before. */
  refusal: string | null;
  /** This very edit has made the field complete, at its end: the person may go on. */
  completes: boolean;
}

/**
 * Puts in order what was typed, pasted, filled in or deleted, and keeps the caret behind the digit that it stood behind. What the field does
 * not take is not changed into something else: the whole edit is refused, in words.
 */
export function editCard(rule: CardFieldRule, before: string, typed: TypedText): CardEdit {
  const refused = (refusal: string): CardEdit => {
    const added = typed.text.length - before.length;
    return { text: before, caret: Math.max(0, typed.caret - Math.max(0, added)), refusal, completes: false };
  };
  const strange = latinDigits(typed.text).replace(rule.separators, '').replace(/\d/g, '');
  if (strange !== '') return refused(`Use digits only: “${[...strange].slice(0, 12).join('')}” was ignored.`);

  const previous = digitsOf(before);
  const isDeletion = typed.inputType?.startsWith('delete') === true;
  let digits = digitsOf(typed.text);
  let place = digitsOf(typed.text.slice(0, typed.caret)).length;
  // Only a separator was deleted: the digit beside it was meant.
  if (isDeletion && digits === previous && typed.text.length < before.length) {
    if (typed.inputType === 'deleteContentBackward' && place > 0) place -= 1;
    digits = digits.slice(0, place) + digits.slice(place + 1);
  }
  const refusal = isDeletion ? null : rule.refuse(digits);
  if (refusal !== null) return refused(refusal);

  const isAtEnd = place === digits.length;
  const text = rule.write(digits, isAtEnd && !isDeletion);
  const completes = !isDeletion && isAtEnd && rule.isComplete(digits) && !rule.isComplete(previous);
  return { text, caret: isAtEnd ? text.length : behindDigit(text, place), refusal: null, completes };
}

/** Gives the place in `text` right behind its `count`th digit. */
function behindDigit(text: string, count: number): number {
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (seen === count) return at;
    if (/\d/.test(text.charAt(at))) seen += 1;
  }
  return text.length;
}
