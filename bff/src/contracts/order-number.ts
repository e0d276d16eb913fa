import { plainCode } from './written-text.ts';

/** Writes the number of an order as people say it: `K-180`. */
export const showNumber = (number: number): string => `K-${number}`;

/** Reads what people write for an order's number, such as `K-180`, `k180` or `#180`; null for anything else. */
export function readNumber(text: string): number | null {
  const digits = /^(?:k-?|#)\s?([1-9]\d{0,14})$/i.exec(plainCode(text))?.[1];
  return digits === undefined ? null : Number(digits);
}
