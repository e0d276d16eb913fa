import type { OrderLog } from '@karigar/events';
import type { Job, Queue } from 'bullmq';
import { type NoticeChannel, noticeChannels } from '../contracts/notices.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { type NoticeJob, type NoticeTask, noticeId } from './notice.ts';

/** A notice that was tried for the last time. */
export interface FailedTask extends NoticeTask {
  readonly why: string;
  /** Since when it waits for a person (ms). */
  readonly failedAt: number;
}

/** The queues of letters and pushes. Every method but `add` throws `LogUnavailableError` while Redis is away; `add` waits for it. */
export type NoticeQueue = ReturnType<typeof noticeQueue>;

/** The outcome of each try: the tries of a notice, the first one included, are one more than the pauses. */
const pausesMs = [0.5, 2, 10, 30, 120, 360, 720].map((minutes) => minutes * 60_000);
/** Jobs per transaction: it holds Redis for some milliseconds. */
const perPart = 100;
/** At most so many are listed for a person. */
const mostListed = 200;
/** At most so many of a channel are looked at for the oldest one. */
const mostLookedAt = 100;

/** How long (ms) a notice waits after so many failed tries; null after the last one. */
export const pauseAfter = (failures: number): number | null => pausesMs[failures - 1] ?? null;

/** Makes a task of its job. */
export const taskOf = (channel: NoticeChannel, { id, data }: Job<NoticeJob>): NoticeTask => ({
  ...data,
  id: id ?? '',
  channel,
});

/** Opens the queues of notices. */
export function noticeQueue(
  { queue, answered }: Pick<Jobs, 'queue' | 'answered'>,
  log: Pick<OrderLog, 'shop'>,
) {
  const queues = noticeChannels.map((channel) => ({ channel, jobs: queue<NoticeJob>(channel) }));
  const inAll = <T>(look: (jobs: Queue<NoticeJob>, channel: NoticeChannel) => Promise<T>): Promise<T[]> =>
    answered(Promise.all(queues.map(({ channel, jobs }) => look(jobs, channel))));
  const failedTask = (channel: NoticeChannel, job: Job<NoticeJob>): FailedTask => ({
    ...taskOf(channel, job),
    why: job.failedReason,
    failedAt: job.finishedOn ?? 0,
  });
  const findFailed = async (id: string) => {
    const found = await inAll(async (jobs, channel) => {
      const job = await jobs.getJob(id);
      return job !== undefined && (await job.isFailed()) ? { job, task: failedTask(channel, job) } : null;
    });
    return found.find((one) => one !== null) ?? null;
  };
  const again = (job: Job<NoticeJob>) => job.retry('failed', { resetAttemptsMade: true });
  return {
    /** Adds the jobs of a channel; those that were added before are left out. */
    async add(channel: NoticeChannel, added: readonly NoticeJob[]): Promise<void> {
      if (added.length === 0) return;
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
      for (let at = 0; at < jobs.length; at += perPart)
        await queue<NoticeJob>(channel).addBulk(jobs.slice(at, at + perPart));
    },
    /** Finds the job of a notice, as long as it is kept; null where there is none. */
    async find(channel: NoticeChannel, data: NoticeJob): Promise<Job<NoticeJob> | null> {
      const id = noticeId(await log.shop(), channel, data);
      return (await answered(queue<NoticeJob>(channel).getJob(id))) ?? null;
    },
    /** Forgets everything. */
    async clear(): Promise<void> {
      for (const { jobs } of queues) await jobs.obliterate({ force: true });
    },
    /** Lists what waits for a person, newest first, 200 at most. */
    async failed(): Promise<FailedTask[]> {
      const found = await inAll(async (jobs, channel) =>
        (await jobs.getFailed(0, mostListed - 1)).map((job) => failedTask(channel, job)),
      );
      return found
        .flat()
        .toSorted((one, other) => other.failedAt - one.failedAt)
        .slice(0, mostListed);
    },
    /** Finds what waits for a person; null when it does not. */
    findFailed: async (id: string): Promise<FailedTask | null> => (await findFailed(id))?.task ?? null,
    /** Has a failed notice be tried anew, now. Answers false when it does not wait for a person. */
    async again(id: string): Promise<boolean> {
      const found = await findFailed(id);
      if (found !== null) await answered(again(found.job));
      return found !== null;
    },
    /** Has all failed notices be tried anew. Answers how many. */
    async allAgain(): Promise<number> {
      let count = 0;
      for (const { jobs } of queues) {
        const failed = await answered(jobs.getFailed());
        for (let at = 0; at < failed.length; at += perPart)
          await answered(Promise.all(failed.slice(at, at + perPart).map(again)));
        count += failed.length;
      }
      return count;
    },
    /** Takes a failed notice off the list. Answers false when it was not there. */
    async dismiss(id: string): Promise<boolean> {
      const found = await findFailed(id);
      if (found !== null) await answered(found.job.remove());
      return found !== null;
    },
    /** Tells when (ms) the oldest notice that waits was added, of the next hundred of each channel; null where none waits. */
    async oldest(): Promise<number | null> {
      const found = await inAll((jobs) => jobs.getJobs(['wait', 'delayed'], 0, mostLookedAt - 1, true));
      const times = found.flat().flatMap((job) => job?.timestamp ?? []);
      return times.length === 0 ? null : Math.min(...times);
    },
    /** Counts what waits for its next try or is being sent, and what waits for a person. */
    async counts(): Promise<{ waiting: number; failed: number }> {
      const counted = await inAll((jobs) =>
        jobs.getJobCounts('wait', 'active', 'delayed', 'prioritized', 'failed'),
      );
      const failed = counted.reduce((sum, counts) => sum + (counts.failed ?? 0), 0);
      const all = counted.flatMap((counts) => Object.values(counts)).reduce((sum, count) => sum + count, 0);
      return { waiting: all - failed, failed };
    },
  };
}
