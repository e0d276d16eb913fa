import type { OrderLog } from '@karigar/events';
import type { Job, JobType, Queue } from 'bullmq';
import type { NoticeChannel } from '../contracts/notices.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { type NoticeJob, noticeId } from './notice.ts';

/** The queues of letters and pushes. Every method but `add` throws `LogUnavailableError` while Redis is away; `add` waits for it. */
export type NoticeQueue = ReturnType<typeof noticeQueue>;

/** How long a notice waits after each failed try but the last one. */
export const pausesMs = [0.5, 2, 10, 30, 120, 360, 720].map((minutes) => minutes * 60_000);
/** Jobs per call: Redis answers others in between. */
const perCall = 200;

/** Opens the queues of notices. */
export function noticeQueue(
  { queue, answered }: Pick<Jobs, 'queue' | 'answered'>,
  log: Pick<OrderLog, 'shop'>,
) {
  const byChannel = {
    mail: queue<NoticeJob>('mail'),
    push: queue<NoticeJob>('push'),
  } satisfies Record<NoticeChannel, Queue<NoticeJob>>;
  const queues = Object.values(byChannel);
  const inAll = async <T>(look: (jobs: Queue<NoticeJob>) => Promise<T[]>): Promise<T[]> =>
    (await answered(Promise.all(queues.map(look)))).flat();
  const again = (job: Job<NoticeJob>) => answered(job.retry('failed', { resetAttemptsMade: true }));
  return {
    /** Adds the jobs of a channel; those that were added before are left out. */
    async add(channel: NoticeChannel, added: readonly NoticeJob[]): Promise<void> {
      const shop = await log.shop();
      const jobs = added.map((data) => ({
        name: data.kind,
        data,
        opts: {
          jobId: noticeId(shop, channel, data),
          attempts: pausesMs.length + 1,
          backoff: { type: 'custom' },
        },
      }));
      for (let at = 0; at < jobs.length; at += perCall)
        await byChannel[channel].addBulk(jobs.slice(at, at + perCall));
    },
    /** Finds the job of a notice, as long as it is kept. */
    find: async (channel: NoticeChannel, data: NoticeJob): Promise<Job<NoticeJob> | undefined> =>
      answered(byChannel[channel].getJob(noticeId(await log.shop(), channel, data))),
    /** Forgets everything. */
    async clear(): Promise<void> {
      for (const jobs of queues) await jobs.obliterate({ force: true, count: perCall });
    },
    /** Lists what was tried for the last time and waits for a person, newest first, 200 at most. */
    async failed(): Promise<Job<NoticeJob>[]> {
      const found = await inAll((jobs) => jobs.getFailed(0, perCall - 1));
      return found
        .toSorted((one, other) => (other.finishedOn ?? 0) - (one.finishedOn ?? 0))
        .slice(0, perCall);
    },
    /** Finds what waits for a person; undefined when it does not. */
    async findFailed(id: string): Promise<Job<NoticeJob> | undefined> {
      const found = await inAll(async (jobs) => [await jobs.getJob(id)]);
      const job = found.find((one) => one !== undefined);
      return job !== undefined && (await answered(job.isFailed())) ? job : undefined;
    },
    /** Retries a failed notice now. */
    again,
    /** Takes a failed notice off the list. */
    remove: (job: Job<NoticeJob>): Promise<void> => answered(job.remove()),
    /** Retries all failed notices, the oldest first. Answers how many. */
    async allAgain(): Promise<number> {
      let count = 0;
      for (const jobs of queues)
        for (let left = await answered(jobs.getFailedCount()); left > 0; ) {
          const some = await answered(jobs.getJobs('failed', 0, Math.min(left, perCall) - 1, true));
          await Promise.all(some.map(again));
          count += some.length;
          left -= perCall;
        }
      return count;
    },
    /** Tells when (ms) the oldest notice that waits was added, of the next hundred of each channel; null where none waits. */
    async oldest(): Promise<number | null> {
      const found = await inAll((jobs) => jobs.getJobs(['wait', 'delayed'], 0, 99, true));
      const times = found.flatMap((job) => job?.timestamp ?? []);
      return times.length === 0 ? null : Math.min(...times);
    },
    /** Counts what waits for its next try or is being sent, and what waits for a person. */
    async counts(): Promise<{ waiting: number; failed: number }> {
      const sum = async (...states: JobType[]) =>
        (await inAll(async (jobs) => [await jobs.getJobCountByTypes(...states)])).reduce(
          (all, n) => all + n,
          0,
        );
      return { waiting: await sum('wait', 'active', 'delayed'), failed: await sum('failed') };
    },
  };
}
