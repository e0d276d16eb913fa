import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { OrderLog } from '@karigar/events';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { type NoticeChannel, noticeChannels } from '../contracts/notices.ts';
import { gaugesOf } from '../http/gauges.ts';
import { type Channel, NoticeFault, type NoticeTask, noticesAtOnce } from './notice.ts';
import type { NoticeQueue } from './notice-queue.ts';

/** What notices are sent with. Times in ms. */
export interface SendParts {
  readonly queue: NoticeQueue;
  readonly channels: readonly Channel[];
  readonly log: Pick<OrderLog, 'order'>;
  readonly logger: Logger;
  readonly registry: Registry;
  /** How often the queue is looked at. */
  readonly everyMs?: number;
  /** The pauses before the next tries; after the last one a person is asked. */
  readonly pausesMs?: readonly number[];
  readonly now?: () => number;
}

const minuteMs = 60_000;
const growingPauses = [0.5, 2, 10, 30, 120, 360, 720].map((minutes) => minutes * minuteMs);
/** No try is begun later than this after its task was taken, so that it ends while the task is still ours (30 s). */
const latestStartMs = 15_000;
/** For so long it is tried to record how a task ended: a try lasts 10 s at most, and the task is ours for 30 s from its beginning. */
const longestEndMs = 15_000;

/**
 * Sends what is in the queue until it is stopped; any number of processes may do so at once. Notices of one order go out one after
 * another to each receiver, in the order of their events. `wake` has it look at once.
 */
export function sendNotices(parts: SendParts): { wake(): void; stop(): Promise<void> } {
  const { queue, channels, log, logger, registry, everyMs = 1_000, pausesMs = growingPauses } = parts;
  const { now = Date.now } = parts;
  const stopping = new AbortController();
  const outcomes = new Counter({
    name: 'karigar_notices_total',
    help: 'Notices to customers and admins by how they ended',
    labelNames: ['channel', 'kind', 'outcome'],
    registers: [registry],
  });
  const gauges = gaugesOf(registry, async () => {
    const [counts, oldest] = await Promise.all([queue.counts(), queue.oldestDue()]);
    return { counts, lateMs: oldest === null ? 0 : Math.max(0, now() - oldest) };
  });
  gauges.each(
    'karigar_notices',
    'Notices that wait for their time or next try (waiting), or for a person (failed)',
    'state',
    ({ counts }) => Object.entries(counts),
  );
  gauges.one(
    'karigar_notice_late_seconds',
    'For how long the notice that waits longest should have been sent already, of the next hundred to be tried in each channel',
    ({ lateMs }) => lateMs / 1_000,
  );
  const count = ({ channel, kind }: NoticeTask, outcome: string) => outcomes.inc({ channel, kind, outcome });

  /** A reminder is void once the order is paid or deleted. */
  const isStillDue = async ({ kind, subject }: NoticeTask): Promise<boolean> => {
    if (kind !== 'unpaid') return true;
    const order = await log.order(subject);
    return order !== null && order.status === 'unpaid';
  };
  const fail = async (task: NoticeTask, error: unknown) => {
    const isKnown = error instanceof NoticeFault;
    const why = isKnown ? error.message : 'Something went wrong in the shop. See the server log.';
    const told = { err: error, channel: task.channel, kind: task.kind, notice: task.id };
    if (!isKnown) logger.error(told, 'a notice met a fault of the shop');
    const pause = isKnown && error.isFinal ? undefined : pausesMs[task.attempts];
    if (pause !== undefined) {
      count(task, 'delayed');
      return queue.delay(
        { ...task, attempts: task.attempts + 1 },
        now() + Math.max(pause, isKnown ? error.waitMs : 0),
      );
    }
    count(task, 'failed');
    logger.warn(told, 'a notice could not be sent and waits for a person');
    return queue.giveUp(task, why);
  };
  /** Records how a task ended, also when Redis was away just then, or it would be told again; once it is ours no more, others take it. */
  const end = async (task: NoticeTask, outcome: 'sent' | 'dropped') => {
    count(task, outcome);
    for (const until = performance.now() + longestEndMs; ; ) {
      try {
        return await queue.end(task, outcome);
      } catch (error) {
        if (performance.now() > until || stopping.signal.aborted) {
          logger.warn({ err: error, notice: task.id, outcome }, 'how a notice ended could not be recorded');
          return;
        }
        await delay(everyMs);
      }
    }
  };
  const sendOne = async (task: NoticeTask) => {
    // A channel that is not set up any more keeps its tasks until it is, or a person takes them off the list.
    const channel = channels.find(({ name }) => name === task.channel);
    try {
      if (!(await queue.hold(task))) return;
      if (channel === undefined) throw new NoticeFault(`The shop is no longer set up for ${task.channel}.`);
      const outcome = (await isStillDue(task)) ? await channel.send(task) : 'dropped';
      await end(task, outcome);
    } catch (error) {
      await fail(task, error);
    }
  };
  const round = async (channel: NoticeChannel) => {
    const since = performance.now();
    const tasks = await queue.claim(channel, noticesAtOnce);
    // Receivers do not wait for each other: one that hangs would hold up the rest until another process takes them, too.
    const byReceiver = Map.groupBy(tasks, ({ subject, target }) => `${subject} ${target}`);
    await Promise.all(
      [...byReceiver.values()].map(async (ofOne) => {
        for (const task of ofOne.toSorted((one, other) => one.seq - other.seq))
          if (performance.now() - since < latestStartMs) await sendOne(task);
      }),
    );
    return tasks.length;
  };
  /** Sends what is due in one channel: a mail server that hangs holds up no push. */
  const run = (channel: NoticeChannel) => {
    let awake = new AbortController();
    const rest = () =>
      delay(everyMs, undefined, { signal: AbortSignal.any([stopping.signal, awake.signal]) }).catch(
        () => undefined,
      );
    const running = (async () => {
      while (!stopping.signal.aborted) {
        // While Redis is away, what was taken comes back by itself.
        const done = await round(channel).catch(() => 0);
        if (done === noticesAtOnce) continue;
        await rest();
        awake = new AbortController();
      }
    })();
    return { wake: () => awake.abort(), running };
  };
  const lanes = noticeChannels.map(run);
  return {
    wake() {
      for (const lane of lanes) lane.wake();
    },
    async stop() {
      stopping.abort();
      await Promise.all(lanes.map(({ running }) => running));
    },
  };
}
