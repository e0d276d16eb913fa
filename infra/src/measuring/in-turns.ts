import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { type Cell, percent } from './figure.ts';
import { median, spread } from './statistics.ts';

/** What one side did in one round: how much a second, and how long each took (ms), where that is known. */
export interface Sample {
  perSecond: number;
  p50?: number;
  p99?: number;
}

/** Medians of one side over all rounds, and the median of what it did in each round against the first side. */
export interface Side extends Required<Sample> {
  p99Spread: number;
  ratio: number;
  ratioSpread: number;
}

type Measure = () => Promise<Sample>;

/**
 * Measures several sides in alternating rounds and compares within each round, so that a machine that gets slower meanwhile slows all. Another
 * one begins each round. The processes `servers` are kept on the first core and this one on the others.
 */
export async function inTurns<const Sides extends readonly Measure[]>(
  rounds: number,
  sides: Sides,
  servers: readonly number[] = [],
): Promise<{ [At in keyof Sides]: Side }> {
  const samples = sides.map((): Sample[] => []);
  const last = availableParallelism() - 1;
  const apart = servers.length > 0 && last > 0;
  if (apart) {
    for (const server of servers) pin(server, '0');
    pin(process.pid, `1-${last}`);
  }
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const place of sides.keys()) {
        const at = (place + round) % sides.length;
        const sample = await sides[at]?.();
        if (sample !== undefined) samples[at]?.push(sample);
      }
    }
  } finally {
    // What is started later inherits our cores.
    if (apart) pin(process.pid, `0-${last}`);
  }
  return samples.map((own) => sideOf(own, samples[0] ?? [])) as { [At in keyof Sides]: Side };
}

function sideOf(own: readonly Sample[], first: readonly Sample[]): Side {
  const ratios = own.map(({ perSecond }, round) => perSecond / (first[round]?.perSecond ?? Number.NaN));
  const all = (key: keyof Sample) => own.map((sample) => sample[key] ?? Number.NaN);
  return {
    perSecond: median(all('perSecond')),
    p50: median(all('p50')),
    p99: median(all('p99')),
    p99Spread: spread(all('p99')),
    ratio: median(ratios),
    ratioSpread: spread(ratios),
  };
}

/** The cells of a table that tell how the second of two sides did against the first. */
export const pairCells = (
  [first, second]: readonly [Side, Side],
  [secondName, firstName] = ['ours', 'bare Hono'] as readonly [string, string],
): Record<string, Cell> => ({
  [secondName]: second.perSecond,
  [firstName]: first.perSecond,
  ratio: second.ratio,
  '± ratio': percent(second.ratioSpread),
});

function pin(pid: number, cores: string): void {
  try {
    execFileSync('taskset', ['-acp', cores, String(pid)], { stdio: 'ignore' });
  } catch {
    // Not Linux, or not allowed: both sides then share the cores as the system likes.
  }
}
