/**
 * Finds the longest time (ms) without a sale after a fault: between the fault and the first sale after it, or between two sales. Both
 * arguments are moments of one clock, the sales in their order. NaN when nothing was sold any more. Pure.
 */
export function longestPause(faultAt: number, salesAt: readonly number[]): number {
  const after = salesAt.filter((at) => at > faultAt);
  if (after.length === 0) return Number.NaN;
  return Math.max(...after.map((at, index) => at - (after[index - 1] ?? faultAt)));
}
