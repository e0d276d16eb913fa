import { plainCode } from '@karigar/bff/written-text';

/** Prices and counts stay exact integers up to this bound, as on the server. */
const most = 1_000_000;

/** Reads the whole number that a person typed, in the digits of any script, grouped or not ("1,000"); null when the text is anything else. */
export function wholeFromText(text: string): number | null {
  const latin = plainCode(text);
  // Thousands, and lakhs as in 1,00,000. "12,50" is no whole number.
  const isGrouped = /^\d{1,3}(,\d{2,3})*,\d{3}$/.test(latin);
  return isGrouped || /^\d+$/.test(latin) ? Number(latin.replaceAll(',', '')) : null;
}

/** The same as a number to count with: NaN, which is equal to nothing, for any other text. */
export const numberFromText = (text: string): number => wholeFromText(text) ?? Number.NaN;

/**
 * Makes a form's rule for a whole number from `min` to 1,000,000: `missing` when nothing is typed, words on what to write when it is
 * no such number, else null.
 */
export const wholeNumber =
  (missing: string, min = 1) =>
  (typed: string): string | null => {
    if (plainCode(typed) === '') return missing;
    const number = wholeFromText(typed);
    return number !== null && number >= min && number <= most
      ? null
      : `Write a whole number from ${min} to ${most.toLocaleString('en')}, digits only`;
  };
