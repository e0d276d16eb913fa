import type { Figure } from '../measuring/figure.ts';

/** What a benchmark is asked to do. */
interface BenchRequest {
  /** A trial of some seconds: shows that it works, proves nothing. */
  quick: boolean;
  /** Words after the name, for the benchmarks that take a size. */
  args: readonly string[];
}

/** What a benchmark found. */
interface Found extends Pick<Figure, 'title' | 'tables'> {
  /** What the targets of the report are judged by. */
  values?: Figure['values'];
  notes?: string[];
  /** It was too short or too small to be judged, though it is no quick trial. */
  trial?: boolean;
  /** What is wrong with the shop: the run fails with it, after its figure is kept. */
  wrong?: string | undefined;
}

/** One benchmark: starts what it needs, measures, and gives what it found, if that is a figure. Throws when it cannot measure honestly. */
export type Bench = (request: BenchRequest) => Promise<Found | undefined>;
