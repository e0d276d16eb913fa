import { beginFollowing, followChore } from '../jobs/follow-log.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { type FollowNoticesParts, noticesFollower, remindOfUnpaid } from './follow-notices.ts';
import { noticeQueue } from './notice-queue.ts';
import { type SendParts, sendNotices } from './send-notices.ts';

/** What telling people works with. */
export interface NoticesParts extends Omit<FollowNoticesParts, 'queue' | 'logger'>, Omit<SendParts, 'queue'> {
  readonly jobs: Jobs;
}

/**
 * Has people told what happens to their orders, from the first event after the first time that this address of the shop is opened. Throws
 * `LogUnavailableError`.
 */
export async function openNotices(parts: NoticesParts): Promise<ReturnType<typeof noticeQueue>> {
  const { jobs, log, registry } = parts;
  const queue = noticeQueue(jobs, log);
  const following = { ...parts, queue };
  const follower = noticesFollower(following);
  await beginFollowing(follower, log);
  jobs.chore(followChore(follower, log, registry));
  jobs.chore({
    name: 'reminders',
    everyMs: 60_000,
    work: async (stopping) => remindOfUnpaid(following, await log.now(), stopping),
  });
  sendNotices(following);
  return queue;
}
