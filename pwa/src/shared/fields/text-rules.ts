import { isTelephone, longest, oneLine, plainCode } from '@karigar/bff/written-text';

/** Makes a form's rule for text of at most `max` characters, once it is clean; gives the message of a fault, or null. */
export const optionalText =
  (max: number, sieve = oneLine) =>
  (typed: string) =>
    sieve(typed).length > max ? `Use at most ${max} characters` : null;

/** Checks a telephone number, or nothing, as the server does; gives the message of a fault, or null. */
export function optionalTelephone(typed: string): string | null {
  const number = plainCode(typed);
  return number === '' || isTelephone(number)
    ? optionalText(longest.phone)(number)
    : 'Enter a phone number such as 01711-000000';
}

/** Makes a form's rule for text that must be there: `missing` when nothing visible is typed. */
export const requiredText =
  (missing: string, max: number, sieve = oneLine) =>
  (typed: string) =>
    sieve(typed) === '' ? missing : optionalText(max, sieve)(typed);
