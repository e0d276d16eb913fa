import { type Job, UnrecoverableError } from 'bullmq';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { noticeChannels } from '../contracts/notices.ts';
import { gaugesOf } from '../http/gauges.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { type Channel, NoticeFault, type NoticeJob, noticesAtOnce } from './notice.ts';
import { type NoticeQueue, pausesMs } from './notice-queue.ts';

/** What notices are sent with. */
interface SendParts {
  jobs: Pick<Jobs, 'work'>;
  queue: Pick<NoticeQueue, 'oldest'>;
  channels: readonly Channel[];
  logger: Logger;
  registry: Registry;
}

/**
 * Has the jobs of each channel done, each channel by itself: a mail server that hangs holds up no push. Notices about one order or tool go
 * to each receiver one after another, in the order of their events.
 */
export function sendNotices({ jobs, queue, channels, logger, registry }: SendParts): void {
  const outcomes = new Counter({
    name: 'karigar_notices_total',
    help: 'Notices to customers and admins by how they ended',
    labelNames: ['channel', 'kind', 'outcome'],
    registers: [registry],
  });
  gaugesOf(registry, queue.oldest).one(
    'karigar_notice_late_seconds',
    'How long ago the notice was added that waits longest, of the next hundred to be sent in each channel',
    (oldest) => (oldest === null ? 0 : Math.max(0, Date.now() - oldest) / 1_000),
  );
  for (const name of noticeChannels) {
    const channel = channels.find((one) => one.name === name);
    const send = async ({ id = '', data, attemptsMade }: Job<NoticeJob>) => {
      const { kind } = data;
      const count = (outcome: string) => outcomes.inc({ channel: name, kind, outcome });
      try {
        // A channel that is not set up any more keeps its jobs until it is, or a person takes them off the list.
        if (channel === undefined) throw new NoticeFault(`The shop is no longer set up for ${name}.`);
        const outcome = await channel.send({ ...data, id });
        count(outcome);
        return outcome;
      } catch (error) {
        const isKnown = error instanceof NoticeFault;
        const told = { err: error, channel: name, kind, notice: id };
        const isFinal = isKnown && error.isFinal;
        const isLast = isFinal || attemptsMade >= pausesMs.length;
        count(isLast ? 'failed' : 'delayed');
        if (!isKnown) logger.error(told, 'a notice met a fault of the shop');
        if (isLast) logger.warn(told, 'a notice could not be sent and waits for a person');
        if (isFinal) throw new UnrecoverableError(error.message);
        throw isKnown ? error : new NoticeFault('Something went wrong in the shop. See the server log.');
      }
    };
    const inOrder = oneByOne();
    jobs.work<NoticeJob>(
      name,
      (job) => inOrder(`${job.data.subject} ${job.data.target}`, () => send(job)),
      noticesAtOnce,
      (failures, error) =>
        Math.max(pausesMs[failures - 1] ?? 0, error instanceof NoticeFault ? error.waitMs : 0),
    );
  }
}

/** Makes what runs work of the same name one after another, in the order in which it came. */
function oneByOne() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const own = (last.get(name) ?? Promise.resolve()).catch(() => undefined).then(work);
    last.set(name, own);
    try {
      return await own;
    } finally {
      if (last.get(name) === own) last.delete(name);
    }
  };
}
