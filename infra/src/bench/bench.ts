/** What a benchmark is asked to do. */
interface BenchRequest {
  /** A trial of some seconds: shows that it works, proves nothing. */
  quick: boolean;
  /** Words after the name, for the benchmarks that take a size. */
  args: readonly string[];
}

/** One benchmark: measures, keeps its figure for the report and prints it. Throws when it cannot measure honestly. */
export type Bench = (request: BenchRequest) => Promise<void>;
