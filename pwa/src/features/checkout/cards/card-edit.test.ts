import { describe, expect, it } from 'vitest';
import { editCard } from './card-edit.ts';
import { brandOf, cardRules, checkDigitFits } from './card-text.ts';

const { number, expiry } = cardRules('');

/** Types `keys` at the caret of `text`, whose place a bar shows; gives what the field shows then, with its caret. */
function type(rule: typeof number, text: string, keys: string) {
  let caret = text.indexOf('|');
  let shown = text.replace('|', '');
  let last = editCard(rule, shown, { text: shown, caret });
  for (const key of keys) {
    const isBack = key === '<';
    const isForward = key === '>';
    const inputType = isBack ? 'deleteContentBackward' : isForward ? 'deleteContentForward' : 'insertText';
    const before = shown.slice(0, isBack ? caret - 1 : caret);
    const after = shown.slice(isForward ? caret + 1 : caret);
    const typed = isBack || isForward ? before + after : before + key + after;
    const at = isBack ? caret - 1 : isForward ? caret : caret + 1;
    last = editCard(rule, shown, { text: typed, caret: at, inputType });
    ({ text: shown, caret } = last);
  }
  return { ...last, shown: `${shown.slice(0, caret)}|${shown.slice(caret)}` };
}
const paste = (rule: typeof number, text: string) => editCard(rule, '', { text, caret: text.length });

describe('a card number', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242|'],
    ['378282246310005', '3782 822463 10005|'],
    ['5555', '5555|'],
  ])('is grouped while it is typed: %s', (keys, shown) => {
    expect(type(number, '|', keys).shown).toBe(shown);
  });

  it.each(['4242424242424242', '4242 4242 4242 4242', ' 4242-4242-4242-4242 ', '৪২৪২৪২৪২৪২৪২৪২৪২'])(
    'is taken as it is pasted: %s',
    (text) => {
      expect(paste(number, text)).toMatchObject({
        text: '4242 4242 4242 4242',
        refusal: null,
        completes: true,
      });
    },
  );

  it.each([
    ['deletes the last digit', '4242 4|', '<', '4242|'],
    ['deletes the digit before a space, not the space alone', '4242 |4242', '<', '424|4 242'],
    ['deletes the digit after a space', '4242| 4242', '>', '4242| 242'],
    ['keeps the caret behind what is typed in the middle', '42|42 4242', '1', '421|4 2424 2'],
    ['keeps the caret where a digit in the middle was deleted', '4242 42|42 42', '<', '4242 4|424 2'],
  ])('%s', (_, before, keys, shown) => {
    expect(type(number, before, keys).shown).toBe(shown);
  });

  it('refuses what is no digit, in words, and stays as it was', () => {
    expect(type(number, '42|42', 'o')).toMatchObject({
      shown: '42|42',
      refusal: 'Use digits only: “o” was ignored.',
    });
    expect(paste(number, '4242 4242 4242 424l')).toMatchObject({ text: '', completes: false });
  });

  it('refuses a digit too many', () => {
    expect(type(number, '4242 4242 4242 4242|', '4').refusal).toBe('Visa numbers have 16 digits.');
    expect(type(number, '|', '12345678901234567890').refusal).toBe('Card numbers have at most 19 digits.');
  });

  it('is complete only when its check digit fits, and once', () => {
    expect(type(number, '4242 4242 4242 424|', '2').completes).toBe(true);
    expect(type(number, '4242 4242 4242 424|', '3').completes).toBe(false);
    expect(type(number, '|242 4242 4242 4242', '4').completes).toBe(false);
    expect(checkDigitFits('378282246310005')).toBe(true);
  });

  it.each([
    ['4', 'Visa'],
    ['2221', 'Mastercard'],
    ['2720 9', 'Mastercard'],
    ['34', 'Amex'],
    ['3056', 'Diners Club'],
    ['3566', 'JCB'],
    ['6011', 'Discover'],
    ['5', undefined],
    ['2721', undefined],
  ])('%s names %s', (typed, name) => {
    expect(brandOf(typed)?.name).toBe(name);
  });
});

describe('an expiry', () => {
  it.each([
    ['1', '1|', false],
    ['12', '12 / |', false],
    ['1234', '12 / 34|', true],
    ['12/34', '12 / 34|', true],
    ['12/2034', '12 / 2034|', true],
    ['12<', '1|', false],
    ['123<', '12|', false],
  ])('gets its slash: %s', (keys, shown, completes) => {
    expect(type(expiry, '|', keys)).toMatchObject({ shown, completes, refusal: null });
  });

  it('refuses a month that there is not, and a year too long', () => {
    expect(type(expiry, '|', '13').refusal).toBe('The month must be 01 to 12.');
    expect(type(expiry, '12 / 34|', '5').refusal).toBe('Enter month and year, such as 09 / 31.');
  });
});

it.each([
  ['4242', 3, 'On Visa cards the security code has 3 digits.'],
  ['3782', 4, 'On Amex cards the security code has 4 digits.'],
  ['', 4, 'The security code has 3 or 4 digits.'],
])('the security code beside %j has %i digits', (typed, count, refusal) => {
  const { cvc } = cardRules(typed);
  expect(type(cvc, '|', '1'.repeat(count)).completes).toBe(true);
  expect(type(cvc, '|', '1'.repeat(count + 1)).refusal).toBe(refusal);
});
