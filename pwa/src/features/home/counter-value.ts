/** How long a counter runs (ms). */
export const counterDuration = 2000;

/**
 * What a counter shows `elapsed` ms after it started: 0 at the beginning, `target` from the duration's end on, slowing
 * down towards it. Keeps as many decimals as the target has.
 */
export function countAt(target: number, elapsed: number, duration = counterDuration): number {
  if (elapsed >= duration) return target;
  const share = 1 - (1 - Math.max(0, elapsed) / duration) ** 3;
  const scale = 10 ** decimalsOf(target);
  return Math.floor(target * share * scale) / scale;
}

/** A counter's number as text, with the decimals of its target so that its width stays calm. */
export const countText = (value: number, target: number): string => value.toFixed(decimalsOf(target));

const decimalsOf = (value: number): number => (String(value).split('.')[1] ?? '').length;
