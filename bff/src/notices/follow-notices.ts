import { LogUnavailableError } from '@karigar/events';
import type { Logger } from 'pino';
import type { Follower } from '../following/follow-log.ts';
import { type Channel, type Notice, type NoticeTask, taskOf } from './notice.ts';
import { type NoticeQueue, noticesFollower } from './notice-queue.ts';
import { type BackInStockParts, planBackInStock } from './plan-back-in-stock.ts';
import { type PlanParts, planNotices } from './plan-notices.ts';

/** What the follower works with. */
interface FollowNoticesParts extends PlanParts, BackInStockParts {
  readonly log: PlanParts['log'] & BackInStockParts['log'];
  readonly queue: Pick<NoticeQueue, 'add' | 'clear'>;
  readonly channels: readonly Channel[];
  readonly logger: Pick<Logger, 'error'>;
  /** Called when something may have come into the queue. */
  readonly onAdded: () => void;
}

/** So many notices are addressed at a time: Redis would not answer all the reads for thousands who wait for a tool in time. */
const atOnce = 100;

/**
 * Makes the follower that puts into the queue what people are to be told. It begins at the end of a log that it does not know: what
 * happened before was told by the shop that wrote it.
 */
export function followNotices({ queue, channels, logger, onAdded, ...plan }: FollowNoticesParts): Follower {
  /** Leaves out what cannot be told of one event because a record is damaged, so that everybody else hears of theirs. */
  const orNone = async <T>(seq: number, planned: Promise<T[]>): Promise<T[]> => {
    try {
      return await planned;
    } catch (error) {
      if (error instanceof LogUnavailableError) throw error;
      logger.error({ err: error, seq }, 'a notice is left out: a record that it needs is damaged');
      return [];
    }
  };
  const tasksOf = async (notice: Notice): Promise<NoticeTask[]> => {
    const ofChannel = async (channel: Channel) => {
      const targets = await orNone(
        notice.seq,
        channel.targets(notice).then((found) => [...found]),
      );
      return targets.map((target) => taskOf(notice, channel.name, target));
    };
    return (await Promise.all(channels.map(ofChannel))).flat();
  };
  return {
    name: noticesFollower,
    beginsAt: 'end',
    async take(events, turn) {
      const last = events.at(-1);
      if (last === undefined) return;
      const planned = [
        ...events.map((event) => orNone(event.seq, planNotices(event, plan))),
        orNone(last.seq, planBackInStock(events, plan)),
      ];
      const notices = (await Promise.all(planned)).flat();
      const tasks: NoticeTask[] = [];
      for (let at = 0; at < notices.length; at += atOnce)
        tasks.push(...(await Promise.all(notices.slice(at, at + atOnce).map(tasksOf))).flat());
      await queue.add(turn, last.seq, tasks);
      onAdded();
    },
    forget: (turn) => queue.clear(turn),
  };
}
