import type { OrderLog } from '@karigar/events';
import { followLog } from '../following/follow-log.ts';
import { followNotices } from './follow-notices.ts';
import { noticeQueue } from './notice-queue.ts';
import type { BackInStockParts } from './plan-back-in-stock.ts';
import type { PlanParts } from './plan-notices.ts';
import { type SendParts, sendNotices } from './send-notices.ts';

/** What telling people works with. */
interface NoticesParts
  extends Omit<SendParts, 'queue' | 'log'>,
    Pick<PlanParts, 'reservation'>,
    Pick<BackInStockParts, 'waiting' | 'tool'> {
  readonly log: OrderLog;
  /** The public address of the shop. */
  readonly address: string;
}

/**
 * Begins to tell people what happens to their orders, from the first event after the first time that this address of the shop is opened.
 * Throws `LogUnavailableError`.
 */
export async function openNotices(parts: NoticesParts) {
  const { log, address, logger, registry } = parts;
  const queue = noticeQueue(log.redis, parts.now);
  const moved = await queue.settle(address, await log.head());
  if (moved !== null)
    logger.warn(
      { ...moved, to: address },
      'the shop was at another address: what waited to be told is forgotten. Servers of one shop need the same SHOP_URL',
    );
  const sending = sendNotices({ ...parts, queue });
  const following = followLog(followNotices({ ...parts, queue, onAdded: sending.wake }), {
    log,
    logger,
    registry,
  });
  return {
    queue,
    async stop() {
      await Promise.all([following.stop(), sending.stop()]);
    },
  };
}
