import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ProblemCode } from '../contracts/problem.ts';
import type { CutReason } from './connection-bounds.ts';

/** The measurements of one process, as Prometheus reads them. */
export type Metrics = ReturnType<typeof metricsFor>;

/** Makes the measurements of this process, its memory and event loop included. */
export function metricsFor() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'karigar_request_seconds',
    help: 'Time to answer, by path pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  // Finding a series by its labels costs more than counting; there are few of them.
  const seen = new Map<string, { observe(seconds: number): void }>();
  const fromMemory = new Map<string, Map<number, number>>();
  new Counter({
    name: 'karigar_memory_answers_total',
    help: 'Answers that were ready in memory, by path pattern and status',
    labelNames: ['route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [route, counts] of fromMemory)
        for (const [status, count] of counts) this.inc({ route, status }, count);
    },
  });
  const appends = new Counter({
    name: 'karigar_append_total',
    help: 'Orders placed, newly or repeated',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const problems = new Counter({
    name: 'karigar_problems_total',
    help: 'Refusals and failures, by path pattern and code',
    labelNames: ['method', 'route', 'code'],
    registers: [registry],
  });
  const cuts = new Counter({
    name: 'karigar_cut_connections_total',
    help: 'Connections cut because the client read nothing, or held too much at once',
    labelNames: ['why'],
    registers: [registry],
  });
  const live = new Gauge({
    name: 'karigar_live_connections',
    help: 'Open streams of live updates',
    registers: [registry],
  });
  const waits = new Histogram({
    name: 'karigar_replica_wait_seconds',
    help: 'Time for which a batch of writes waited until the replicas asked for had flushed it',
    buckets: [0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1],
    registers: [registry],
  });
  const unconfirmed = new Counter({
    name: 'karigar_replica_unconfirmed_total',
    help: 'Batches of writes that too few replicas confirmed in time: their outcome was unknown to whoever asked',
    registers: [registry],
  });
  return {
    /** Where other folders add their own counters. */
    registry,
    /** Everything, as Prometheus reads it. */
    text: () => registry.metrics(),
    request(method: string, route: string, status: number, seconds: number): void {
      const key = `${method} ${route} ${status}`;
      let series = seen.get(key);
      if (!series) {
        series = requests.labels(method, route, String(status));
        seen.set(key, series);
      }
      series.observe(seconds);
    },
    /** Gives what counts a route's answers that are ready in memory: timing one would cost more than giving it. */
    memoryAnswers(route: string): (status: number) => void {
      const counts = new Map<number, number>();
      fromMemory.set(route, counts);
      return (status) => counts.set(status, (counts.get(status) ?? 0) + 1);
    },
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
