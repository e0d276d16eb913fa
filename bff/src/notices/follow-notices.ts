import {
  isDeleted,
  LogUnavailableError,
  type OrderLog,
  type RecordedEvent,
  redisKeys,
} from '@karigar/events';
import type { Logger } from 'pino';
import { noticeKinds } from '../contracts/notices.ts';
import { isOrderable } from '../contracts/page-words.ts';
import { beginFollowing, type Follower, followAnew, followChore } from '../jobs/follow-log.ts';
import { hourMs, type Reservation } from '../payments/reservation.ts';
import type { Notice, NoticeJob } from './notice.ts';
import { isTold, kindRows } from './notice-kinds.ts';
import { type NoticeQueue, noticeQueue } from './notice-queue.ts';
import { type SendParts, sendNotices } from './send-notices.ts';
import type { WaitingRecords } from './waiting-records.ts';

/** What notices are made with. */
export interface NoticesParts extends Omit<SendParts, 'queue'> {
  waiting: Pick<WaitingRecords, 'tools' | 'forTool' | 'remove'>;
  reservation: Pick<Reservation, 'hours' | 'unverifiedHours'>;
  /** The public address of the shop. */
  address: string;
}

type AddingParts = NoticesParts & { queue: NoticeQueue };

/** Thousands may wait for one tool: Redis would not answer all reads for them in time. */
const toldAtOnce = 100;

/** String: at which address the shop was when it was opened last. */
const addressKey = redisKeys.follower('notices', 'address');
/** How long (ms) after its order was shipped a parcel has arrived and its tool has been tried. */
const reviewAfterMs = 7 * 24 * hourMs;

/** Makes the notices of an order's event, or those of one follower that are still told; none of any other event, or when the order is deleted. */
export async function planNotices(
  event: RecordedEvent,
  log: Pick<OrderLog, 'order'>,
  follower?: string,
): Promise<Notice[]> {
  const { type, subject, seq } = event;
  const kinds = noticeKinds.filter((kind) => {
    const row = kindRows[kind];
    return row.event === type && (follower === undefined || follower === (row.follower ?? 'notices'));
  });
  // All there is to know of a new order: sending looks whether it is still there.
  if (type === 'order.created' && follower === 'notices')
    return kinds.map((kind) => ({ kind, subject, uid: event.data.uid, seq }));
  const order = kinds.length === 0 ? null : await log.order(subject);
  if (order === null || isDeleted(order)) return [];
  return kinds
    .filter((kind) => follower === undefined || isTold(kind, order))
    .map((kind) => ({ kind, subject, uid: order.uid, seq }));
}

/** Adds the jobs of notices: one for each mailbox and device. A notice that needs a damaged record is left out, and no other. */
async function addNotices(
  { queue, channels, logger }: AddingParts,
  notices: readonly Notice[],
): Promise<void> {
  for (const channel of channels) {
    const jobs = notices.map((notice) =>
      orNone(logger, notice.seq, async (): Promise<NoticeJob[]> => {
        const targets = await channel.targets(notice);
        return targets.map((target) => ({ ...notice, target }));
      }),
    );
    await queue.add(channel.name, (await Promise.all(jobs)).flat());
  }
}

async function orNone<T>(logger: Logger, seq: number, make: () => Promise<T[]>): Promise<T[]> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof LogUnavailableError) throw error;
    logger.error({ err: error, seq }, 'a notice is left out: a record that it needs is damaged');
    return [];
  }
}

/** After how long (ms) a customer is reminded of an unpaid order: an hour, or half of the time for which it holds its stock. */
export function remindAfterMs({ hours, unverifiedHours }: NoticesParts['reservation']): number {
  const held = Math.min(hours || Number.POSITIVE_INFINITY, unverifiedHours || Number.POSITIVE_INFINITY);
  return Math.min(hourMs, (held * hourMs) / 2);
}

/** Makes the followers of the log that add notices about orders: news at once, reminders and requests for reviews when their time has come. */
export function noticeFollowers(parts: AddingParts): Follower[] {
  const { log, logger } = parts;
  const ages = { notices: 0, reminders: remindAfterMs(parts.reservation), reviews: reviewAfterMs };
  return Object.entries(ages).map(([name, ageMs]) => ({
    ...{ name, ageMs, beginsAt: 'end' },
    async take(events) {
      const planned = events.map((event) => orNone(logger, event.seq, () => planNotices(event, log, name)));
      await addNotices(parts, (await Promise.all(planned)).flat());
    },
  }));
}

/** Tells those who wait for a tool that they can order it again, or that it is not sold any more, and takes them off the list. */
async function tellWaiting(parts: AddingParts, stopping: AbortSignal): Promise<void> {
  const { log, waiting, tool } = parts;
  for (const subject of await waiting.tools()) {
    const found = await tool(subject);
    if (found === undefined) continue;
    const isGone = found.deleted === true;
    if (!isGone && !isOrderable(found)) continue;
    const kind = isGone ? 'discontinued' : 'back-in-stock';
    const { seq } = await log.head();
    const uids = await waiting.forTool(subject);
    for (let at = 0; at < uids.length; at += toldAtOnce) {
      stopping.throwIfAborted();
      const some = uids.slice(at, at + toldAtOnce);
      await addNotices(
        parts,
        some.map((uid) => ({ kind, subject, uid, seq })),
      );
      await waiting.remove(subject, some);
    }
  }
}

/**
 * Has people told what happens to their orders, from the first event after the first time that this address of the shop is opened: a
 * restored shop or a copy sends no notices about earlier events. Throws `LogUnavailableError`.
 */
export async function openNotices(parts: NoticesParts): Promise<NoticeQueue> {
  const { jobs, log, address, logger, registry } = parts;
  const queue = noticeQueue(jobs, log);
  const adding = { ...parts, queue };
  const followers = noticeFollowers(adding);
  const from = await log.redis.run((connection) => connection.get(addressKey));
  if (from !== null && from !== address) {
    logger.warn(
      { from, to: address },
      'the shop was at another address: what waited to be told is forgotten. Servers of one shop need the same SHOP_URL',
    );
    await queue.clear();
    for (const { name } of followers) await followAnew(log.redis, name);
  }
  await log.redis.run((connection) => connection.set(addressKey, address));
  for (const follower of followers) {
    await beginFollowing(follower, log);
    jobs.chore(followChore(follower, log, registry));
  }
  jobs.chore({
    name: 'back-in-stock',
    everyMs: 1_000,
    isDue: async () => (await parts.waiting.tools()).length > 0,
    work: (stopping) => tellWaiting(adding, stopping),
  });
  sendNotices(adding);
  return queue;
}
