/** What the unpaid orders of one person may hold of a tool. */
export interface HeldShare {
  /** Whole percent of the stock; 100 = no limit. */
  percent: number;
  /** Minimum order quantity of the tool: whatever the stock, so much may always be held. */
  minimum: number;
}

/**
 * Computes the most pieces that the unpaid orders of one person may together hold. `stock` is what is available and what these
 * orders hold already, so that the limit does not sink while its person orders. What others hold does not count: no person can have
 * it, and with it four accounts would hold a whole stock, where each now gets a quarter of what the one before left.
 */
export function mostHeld(stock: number, { percent, minimum }: HeldShare): number {
  return Math.max(minimum, Math.floor((stock * percent) / 100));
}

/**
 * Computes how many pieces must be available so that a person whose unpaid orders hold `held` may order `quantity` more: the
 * reverse of `mostHeld`, as the append script can check it at the moment of writing.
 */
export function leastAvailable(quantity: number, held: number, { percent, minimum }: HeldShare): number {
  const together = held + quantity;
  if (together <= minimum) return quantity;
  return Math.max(quantity, Math.ceil((together * 100) / percent) - held);
}
