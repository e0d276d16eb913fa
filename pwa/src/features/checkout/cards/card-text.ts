import { latinDigits } from '@karigar/bff/written-text';

/** A scheme of cards: how its numbers are grouped, how many digits they have, and how many its security code has. */
export interface CardBrand {
  name: string;
  groups: readonly number[];
  cvc: 3 | 4;
  begins: RegExp;
}

const inFours = [4, 4, 4, 4] as const;

/** The ranges in which the schemes issue numbers (ISO/IEC 7812); a number of none of them is taken as it is. */
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

/** The most digits that a card number has (ISO/IEC 7812). */
const longest = 19;

/** The digits of a text, those of other scripts as Latin ones. */
export const digitsOf = (text: string): string => latinDigits(text).replace(/\D/g, '');

/** Names the scheme that a number belongs to as soon as its first digits tell it. */
export const brandOf = (number: string): CardBrand | undefined =>
  brands.find(({ begins }) => begins.test(digitsOf(number)));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Tells whether the check digit of a number fits the others (ISO/IEC 7812-1, the formula of Luhn). */
export const checkDigitFits = (number: string): boolean => {
  const doubled = [...digitsOf(number)].reverse().map((digit, place) => Number(digit) * (1 + (place % 2)));
  return sum(doubled.map((one) => (one > 9 ? one - 9 : one))) % 10 === 0;
};

/** How one field of a card is written. */
export interface CardFieldRule {
  /** What may stand between the digits; it comes and goes by itself. */
  separators: RegExp;
  /** Writes digits as the field shows them; `growing` while somebody adds some at the end. */
  write: (digits: string, growing: boolean) => string;
  /** Says what is wrong with digits that the field does not take; null when it takes them. */
  refuse: (digits: string) => string | null;
  isComplete: (digits: string) => boolean;
}

const numberRule: CardFieldRule = {
  separators: /[\s-]/g,
  write(digits) {
    const parts: string[] = [];
    let rest = digits;
    for (const size of brandOf(digits)?.groups ?? [4, 4, 4, 4, 3]) {
      if (rest !== '') parts.push(rest.slice(0, size));
      rest = rest.slice(size);
    }
    return parts.join(' ');
  },
  refuse(digits) {
    const brand = brandOf(digits);
    const most = brand === undefined ? longest : sum(brand.groups);
    if (digits.length <= most) return null;
    return brand === undefined
      ? `Card numbers have at most ${most} digits.`
      : `${brand.name} numbers have ${most} digits.`;
  },
  isComplete: (digits) =>
    digits.length === sum(brandOf(digits)?.groups ?? [longest]) && checkDigitFits(digits),
};

const expiryRule: CardFieldRule = {
  separators: /[\s/.-]/g,
  write: (digits, growing) =>
    digits.length > 2 || (digits.length === 2 && growing)
      ? `${digits.slice(0, 2)} / ${digits.slice(2)}`
      : digits,
  refuse(digits) {
    if (/^([2-9]|1[3-9]|00)/.test(digits)) return 'The month must be 01 to 12.';
    return digits.length <= (digits.slice(2, 4) === '20' ? 6 : 4)
      ? null
      : 'Enter month and year, such as 09 / 31.';
  },
  isComplete: (digits) => digits.length === 6 || (digits.length === 4 && !digits.endsWith('20')),
};

const cvcRule = (brand: CardBrand | undefined): CardFieldRule => {
  const most = brand?.cvc ?? 4;
  return {
    separators: /\s/g,
    write: (digits) => digits,
    refuse(digits) {
      if (digits.length <= most) return null;
      return brand === undefined
        ? 'The security code has 3 or 4 digits.'
        : `On ${brand.name} cards the security code has ${most} digits.`;
    },
    isComplete: (digits) => digits.length === most,
  };
};

/** Gives the rules of the three fields; those of the security code depend on the number. */
export const cardRules = (number: string) => ({
  number: numberRule,
  expiry: expiryRule,
  cvc: cvcRule(brandOf(number)),
});
