import { LogUnavailableError, type OrderLog, redisKeys } from '@karigar/events';
import { type Job, type Processor, Queue, Worker } from 'bullmq';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { gaugesOf } from '../http/gauges.ts';
import { withTimeout } from '../with-timeout.ts';
import { jobsConnection } from './connection.ts';

/** Work that is done again and again, by one server at a time. */
export interface Chore {
  name: string;
  /** How often (ms). */
  everyMs: number;
  /** Whether there is something to do; always unless told. */
  isDue?(): Promise<boolean>;
  /** Does it. `stopping` aborts when the server stops, or has stood still for so long that another one may do it. */
  work(stopping: AbortSignal): Promise<void>;
}

/** What jobs run with. */
export interface JobsParts {
  log: Pick<OrderLog, 'primary' | 'now'>;
  logger: Logger;
  registry: Registry;
  /** How soon (ms) others may take over the jobs of a server that died. */
  lockMs?: number;
}

/** Opened with `openJobs`. */
export type Jobs = Awaited<ReturnType<typeof openJobs>>;

const choresName = 'chores';
const choresAtOnce = 10;
/** BullMQ decides by the server's clock when a job is due: a server whose clock differs more from that of Redis takes no jobs. */
const mostSkewMs = 60_000;
const clockEveryMs = 5_000;
/** How long finished jobs are kept: their ids prevent a second job, and operators see what was sent. */
export const keptDays = 3;
/** An answer for a person is given up after this time, as those of the log are. */
const answerMs = 1_500;
/** A job that kills its server this often waits for a person. */
const mostStalls = 10;

/**
 * Opens the queues of background work (BullMQ), in the Redis of the log. Nothing is done before `begin`. While Redis is away, everything
 * waits for it. Throws `LogUnavailableError`.
 */
export async function openJobs({ log, logger, registry, lockMs = 20_000 }: JobsParts) {
  const connection = await jobsConnection(log.primary);
  const shared = { connection, prefix: redisKeys.follower('jobs') };
  const stopping = new AbortController();
  const queues: Queue[] = [];
  const workers: Worker[] = [];
  const chores = new Map<string, Chore>();
  const timers: NodeJS.Timeout[] = [];
  let skewMs = 0;

  /** A lost connection is not logged here: the connections of the log report it. */
  const tellFault = (queue: string) => (error: Error) => {
    if (!stopping.signal.aborted && connection.status === 'ready')
      logger.warn({ err: error, queue }, 'a job queue reports a fault');
  };
  const queue = <T>(name: string): Queue<T> => {
    const opened = new Queue<T>(name, {
      ...shared,
      defaultJobOptions: { stackTraceLimit: 0 },
      // The shop does not read the event stream of BullMQ.
      streams: { events: { maxLen: 100 } },
    });
    opened.on('error', tellFault(name));
    queues.push(opened as Queue);
    return opened;
  };
  const asked = queue<null>(choresName);
  /** Does the jobs of a queue, at most so many at a time in this process; `pauseMs` says how long to wait after so many failed tries. */
  const work = <T>(
    name: string,
    process: Processor<T>,
    concurrency: number,
    pauseMs: (failures: number, error: unknown) => number = () => 0,
  ): void => {
    const worker = new Worker<T>(name, process, {
      ...shared,
      ...{ autorun: false, concurrency, lockDuration: lockMs, stalledInterval: lockMs / 2 },
      maxStalledCount: mostStalls,
      // Each finished job removes some old ones: a thousand at once, the default, hold Redis for 10 ms.
      removeOnComplete: { age: keptDays * 24 * 3_600, limit: 100 },
      settings: { backoffStrategy: (failures, _type, error) => pauseMs(failures, error) },
    });
    worker.on('error', tellFault(name));
    worker.on('lockRenewalFailed', (ids) => {
      for (const id of ids) worker.cancelJob(id);
    });
    workers.push(worker as Worker);
  };

  const rounds = new Counter({
    name: 'karigar_chores_total',
    help: 'Scheduled jobs of this server by how they ended',
    labelNames: ['chore', 'result'],
    registers: [registry],
  });
  const failing = new Map<string, string>();
  const doChore = async ({ name }: Job, _token?: string, lost?: AbortSignal): Promise<void> => {
    const ending = AbortSignal.any([stopping.signal, ...(lost === undefined ? [] : [lost])]);
    try {
      await chores.get(name)?.work(ending);
      rounds.inc({ chore: name, result: 'done' });
      failing.delete(name);
    } catch (error) {
      if (ending.aborted) return;
      rounds.inc({ chore: name, result: 'failed' });
      const what = error instanceof Error ? error.message : String(error);
      // Once until it works again, or fails in another way.
      if (failing.get(name) !== what)
        logger.warn({ err: error, chore: name }, 'a scheduled job failed; it is tried again');
      failing.set(name, what);
    }
  };
  const ask = async ({ name, everyMs, isDue }: Chore): Promise<void> => {
    if (connection.status !== 'ready' || (await isDue?.()) === false) return;
    await asked.add(name, null, {
      // One at a time in the whole shop, and one in its time by the clock of Redis, however many servers ask.
      jobId: name,
      deduplication: { id: name, ttl: Math.ceil(everyMs * 0.9) },
      removeOnComplete: true,
      removeOnFail: true,
    });
  };
  const checkClock = async (): Promise<void> => {
    skewMs = Date.now() - (await log.now());
    const isWrong = Math.abs(skewMs) > mostSkewMs;
    // Both do nothing when the worker is in that state already.
    for (const worker of workers) await (isWrong ? worker.pause(true) : worker.resume());
    if (isWrong)
      logger.error({ skewMs }, 'the clock of this server is wrong: other servers do its background work');
  };
  const answered = <T>(answer: Promise<T>): Promise<T> =>
    withTimeout(answerMs, answer, () => {
      throw new LogUnavailableError('Redis does not answer');
    });
  new Gauge({
    name: 'karigar_jobs',
    help: 'Background jobs that wait for a worker (waiting), for their next try (delayed), or for a person (failed)',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const one of queues) {
        const counts = await answered(one.getJobCounts('wait', 'active', 'delayed', 'failed')).catch(
          () => null,
        );
        if (counts === null) return;
        const { wait = 0, active = 0, ...others } = counts;
        for (const [state, count] of Object.entries({ ...others, waiting: wait + active }))
          this.set({ queue: one.name, state }, count);
      }
    },
  });
  gaugesOf(registry, async () => skewMs / 1_000).one(
    'karigar_clock_skew_seconds',
    'How far the clock of this server is ahead of that of Redis; beyond a minute it does no background work',
    (seconds) => seconds,
  );

  return {
    queue,
    work,
    /** Registers a chore; it runs from `begin` on. */
    chore(chore: Chore): void {
      chores.set(chore.name, chore);
    },
    /** Waits for an answer for a person. Throws `LogUnavailableError` when Redis does not give it in time. */
    answered,
    /** Begins to do jobs. */
    begin(): void {
      work(choresName, doChore, choresAtOnce);
      const quietly = (done: Promise<unknown>) => void done.catch(() => undefined);
      const all = [...chores.values()];
      for (const chore of all) timers.push(setInterval(() => quietly(ask(chore)), chore.everyMs));
      timers.push(setInterval(() => quietly(checkClock()), clockEveryMs));
      const start = () => quietly(checkClock().then(() => Promise.all(all.map(ask))));
      if (connection.status === 'ready') start();
      else connection.once('ready', start);
    },
    /** Lets jobs that are being done end for at most so long (ms). */
    async stop(graceMs = 4_500): Promise<void> {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
      const closing = Promise.allSettled(workers.map((worker) => worker.close())).then(() => true);
      if (!(await withTimeout(graceMs, closing, () => false)))
        for (const worker of workers) void worker.disconnect().catch(() => undefined);
      connection.disconnect();
    },
  };
}
