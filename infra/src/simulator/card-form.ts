import { createHmac } from 'node:crypto';
import { invalidParam, SimulatorError } from './stripe-error.ts';

/** The brand by the number's beginning; only what a card form shows. */
export function cardBrand(number: string): string {
  if (/^4/.test(number)) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'amex';
  return 'unknown';
}

/** The same text for the same card number wherever it is typed; without `key` it leads back to no number. */
export function fingerprintOf(number: string, key: string): string {
  return createHmac('sha256', key).update(number).digest('hex').slice(0, 16);
}

/** The card as a form sends it. */
export interface CardInput {
  number: string;
  expMonth: number;
  expYear: number;
}

/**
 * Checks a card as Stripe does before it makes a payment method: digits and check digit, month, year, security code.
 * `now` is the day of the check. Throws the card error with the field it is about.
 */
export function readCard(
  raw: { number?: string; month?: string; year?: string; cvc?: string },
  now: Date,
): CardInput {
  const number = (raw.number ?? '').replace(/[\s-]/g, '');
  if (number === '') throw invalidParam('Missing required param: card[number].', 'card[number]');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardFault('incorrect_number', 'number', 'Your card number is incorrect.');
  }
  const expMonth = Number(raw.month);
  if (!Number.isInteger(expMonth) || expMonth < 1 || expMonth > 12) {
    throw cardFault('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  const year = Number(raw.year);
  const expYear = year < 100 ? 2000 + year : year;
  const thisYear = now.getUTCFullYear();
  const past = expYear < thisYear || (expYear === thisYear && expMonth < now.getUTCMonth() + 1);
  if (!Number.isInteger(expYear) || past || expYear > thisYear + 50) {
    throw cardFault('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  if (!/^\d{3,4}$/.test(raw.cvc ?? '')) {
    throw cardFault('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
  return { number, expMonth, expYear };
}

function cardFault(code: string, param: string, message: string) {
  return new SimulatorError(402, { type: 'card_error', code, param, message });
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place]);
    const weighed = place % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
