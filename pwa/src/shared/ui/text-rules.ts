/** Makes a form's rule for text of at most `max` characters; gives the message of a fault, or null. */
export const optionalText = (max: number) => (typed: string) =>
  typed.trim().length > max ? `Use at most ${max} characters` : null;

/** Checks a telephone number, or nothing, as the server does; gives the message of a fault, or null. */
export function optionalTelephone(typed: string): string | null {
  const number = typed.trim();
  const isNumber = /^[+\d\s().-]+$/u.test(number) && /(?:\d\D*){6}/.test(number);
  return number === '' || isNumber
    ? optionalText(40)(number)
    : 'Write a telephone number such as 01711-000000';
}

/** Makes a form's rule for text that must be there: `missing` when nothing but spaces is typed. */
export const requiredText = (missing: string, max: number) => (typed: string) =>
  typed.trim() === '' ? missing : optionalText(max)(typed);
