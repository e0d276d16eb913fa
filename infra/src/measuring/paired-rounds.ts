import { median, spread } from './statistics.ts';

/** Two things measured in turns: higher is better for both, in the same unit. */
export interface Pair {
  rounds: number;
  /** Measures us once. */
  ours: () => Promise<number>;
  /** Measures what we are compared with once. */
  yardstick: () => Promise<number>;
}

/** Medians of both, the median of the per-round ratios ours / yardstick, and the spread of that ratio. */
export interface PairResult {
  ours: number;
  yardstick: number;
  ratio: number;
  ratioSpread: number;
}

/**
 * Measures both in alternating rounds and compares within each round, so that a machine that gets slower meanwhile
 * slows both. The first of a round changes places each time.
 */
export async function pairedRounds({ rounds, ours, yardstick }: Pair): Promise<PairResult> {
  const pairs: { ours: number; yardstick: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await yardstick();
      pairs.push({ yardstick: first, ours: await ours() });
    } else {
      const first = await ours();
      pairs.push({ ours: first, yardstick: await yardstick() });
    }
  }
  const ratios = pairs.map((pair) => pair.ours / pair.yardstick);
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    yardstick: median(pairs.map((pair) => pair.yardstick)),
    ratio: median(ratios),
    ratioSpread: spread(ratios),
  };
}
