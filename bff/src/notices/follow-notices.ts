import type { Follower } from '../following/follow-log.ts';
import { type Channel, taskOf } from './notice.ts';
import { type NoticeQueue, noticesFollower } from './notice-queue.ts';
import { type BackInStockParts, planBackInStock } from './plan-back-in-stock.ts';
import { type PlanParts, planNotices } from './plan-notices.ts';

/** What the follower works with. */
interface FollowNoticesParts extends PlanParts, BackInStockParts {
  readonly log: PlanParts['log'] & BackInStockParts['log'];
  readonly queue: Pick<NoticeQueue, 'add' | 'clear'>;
  readonly channels: readonly Channel[];
  /** Called when something may have come into the queue. */
  readonly onAdded: () => void;
}

/**
 * Makes the follower that puts into the queue what people are to be told. It begins at the end of a log that it does not know: what
 * happened before was told by the shop that wrote it.
 */
export function followNotices({ queue, channels, onAdded, ...plan }: FollowNoticesParts): Follower {
  return {
    name: noticesFollower,
    beginsAt: 'end',
    async take(events, turn) {
      const last = events.at(-1);
      if (last === undefined) return;
      const planned = [...events.map((event) => planNotices(event, plan)), planBackInStock(events, plan)];
      const notices = (await Promise.all(planned)).flat();
      const tasks = await Promise.all(
        notices.flatMap((notice) =>
          channels.map(async (channel) =>
            (await channel.targets(notice)).map((target) => taskOf(notice, channel.name, target)),
          ),
        ),
      );
      await queue.add(turn, last.seq, tasks.flat());
      onAdded();
    },
    forget: (turn) => queue.clear(turn),
  };
}
