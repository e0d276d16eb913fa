import type { Figure } from '../measuring/figure.ts';

/** What we promise, where its figure stands, and when it is met. */
export interface Target {
  what: string;
  promise: string;
  /** Name of the figure that measures it. */
  figure: string;
  /** The measured value in words; null when the figure lacks it. */
  measured: (figure: Figure) => string | null;
  met: (figure: Figure) => boolean;
  /** Why it is missed, as long as it is. */
  reason?: string;
}

/** Reads one value of a figure; NaN where it has none. */
export const value = (figure: Figure, key: string) => figure.values[key] ?? Number.NaN;

/** Writes a number with few digits; null where it is none. */
export function tidy(number: number, digits = 2): string | null {
  return Number.isFinite(number) ? String(Number(number.toPrecision(digits + 1))) : null;
}

/** Says values of a figure, whose names stand in the text; null where it has the first not. */
export const say =
  (texts: TemplateStringsArray, ...keys: string[]) =>
  (figure: Figure) => {
    const numbers = keys.map((key) => tidy(value(figure, key)));
    return numbers[0] === null ? null : String.raw({ raw: texts }, ...numbers);
  };

/** How many orders the largest shop has of which something is promised. */
export const largest = 1_000_000;

/** Measures a target only where the figure is one of the largest shop: that of a smaller one says nothing about it. */
export const inLargest = (target: Target): Target => ({
  ...target,
  measured: (figure) => (value(figure, 'orders') >= largest ? target.measured(figure) : null),
});

/** A target that one value of a figure decides; `unit` follows the value. */
const decidedBy =
  (met: (value: number, limit: number) => boolean) =>
  (figure: string, key: string, limit: number, unit = '', digits = 2) => ({
    figure,
    measured(measured: Figure) {
      const number = tidy(value(measured, key), digits);
      return number === null ? null : `${number}${unit}`;
    },
    met: (measured: Figure) => met(value(measured, key), limit),
  });
/** Is met by a value that is not below the limit. */
export const atLeast = decidedBy((value, limit) => value >= limit);
/** Is met by a value that is not above the limit. */
export const atMost = decidedBy((value, limit) => value <= limit);
/** Is met by a value that is below the limit. */
export const below = decidedBy((value, limit) => value < limit);
