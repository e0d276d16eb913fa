import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ProblemCode } from '../contracts/problem.ts';
import type { CutReason } from './connection-bounds.ts';

/** The measurements of one process, as Prometheus reads them. */
export type Metrics = ReturnType<typeof metricsFor>;

/** Makes the measurements of this process, its memory and event loop included. */
export function metricsFor() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const requests = new Histogram({
    name: 'karigar_request_seconds',
    help: 'Time to answer, by path pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  // Finding a series by its labels costs more than counting; there are few of them.
  const seen = new Map<string, { observe(seconds: number): void }>();
  const catalogueAnswers = new Map<number, number>();
  new Counter({
    name: 'karigar_memory_answers_total',
    help: 'Answers that were ready in memory, by path pattern and status',
    labelNames: ['route', 'status'],
    registers,
    collect() {
      this.reset();
      for (const [status, count] of catalogueAnswers) this.inc({ route: '/tools', status }, count);
    },
  });
  const appends = counter('karigar_append_total', 'Orders placed, newly or repeated', 'outcome');
  const problems = counter(
    'karigar_problems_total',
    'Refusals and failures, by path pattern and code',
    ...['method', 'route', 'code'],
  );
  const cuts = counter(
    'karigar_cut_connections_total',
    'Connections cut because the client read nothing, or held too much at once',
    'why',
  );
  const live = new Gauge({
    name: 'karigar_live_connections',
    help: 'Open streams of live updates',
    registers,
  });
  const waits = new Histogram({
    name: 'karigar_replica_wait_seconds',
    help: 'Time for which a batch of writes waited until the replicas asked for had flushed it',
    buckets: [0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1],
    registers,
  });
  const unconfirmed = counter(
    'karigar_replica_unconfirmed_total',
    'Batches of writes that too few replicas confirmed in time: the client could not be told the outcome',
  );
  return {
    /** Where other folders add their own measurements. */
    registry,
    request(method: string, route: string, status: number, seconds: number): void {
      const key = `${method} ${route} ${status}`;
      let series = seen.get(key);
      if (series === undefined) {
        series = requests.labels(method, route, String(status));
        seen.set(key, series);
      }
      series.observe(seconds);
    },
    /** Counts a catalogue that was answered from memory: timing one would cost more than giving it. */
    catalogueAnswer: (status: number) =>
      catalogueAnswers.set(status, (catalogueAnswers.get(status) ?? 0) + 1),
    /** Counts an order that was placed. */
    append: (outcome: 'accepted' | 'repeated') => appends.inc({ outcome }),
    /** Counts a refusal by its code. */
    problem: (method: string, route: string, code: ProblemCode) => problems.inc({ method, route, code }),
    /** Counts a connection that was cut. */
    cut: (why: CutReason) => cuts.inc({ why }),
    /** Records one wait for replicas. */
    replicaWait(seconds: number, confirmed: boolean): void {
      waits.observe(seconds);
      if (!confirmed) unconfirmed.inc();
    },
    liveConnections: (change: 1 | -1) => live.inc(change),
  };
}
