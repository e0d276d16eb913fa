/** From which end a list goes through the orders. */
export type Direction = 'newest' | 'oldest';

/** Compares seqs so that the one that a list shows before the other comes first. */
export function inOrder(direction: Direction): (left: number, right: number) => number {
  return direction === 'newest' ? (left, right) => right - left : (left, right) => left - right;
}
