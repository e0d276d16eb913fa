const bengaliZero = '০'.charCodeAt(0);

/** Writes the Bengali digits of a text as Latin ones, and leaves the rest as it is. */
export const latinDigits = (text: string): string =>
  text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - bengaliZero));
