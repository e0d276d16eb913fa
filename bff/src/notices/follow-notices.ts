import { LogUnavailableError, type OrderLog, redisKeys } from '@karigar/events';
import type { Logger } from 'pino';
import type { Follower } from '../jobs/follow-log.ts';
import { orderPages } from '../payments/payment-parts.ts';
import type { Reservation } from '../payments/reservation.ts';
import type { Channel, Notice, NoticeJob } from './notice.ts';
import type { NoticeQueue } from './notice-queue.ts';
import { type BackInStockParts, planBackInStock } from './plan-back-in-stock.ts';
import { planNotices } from './plan-notices.ts';
import type { WaitingRecords } from './waiting-records.ts';

/** What notices are made with. */
export interface FollowNoticesParts extends BackInStockParts {
  readonly log: OrderLog;
  readonly queue: Pick<NoticeQueue, 'add' | 'clear'>;
  readonly channels: readonly Channel[];
  readonly waiting: BackInStockParts['waiting'] & Pick<WaitingRecords, 'remove'>;
  readonly reservation: Pick<Reservation, 'hours' | 'unverifiedHours'>;
  /** The public address of the shop. */
  readonly address: string;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
}

/** What it takes to add the jobs of notices. */
interface AddNoticesParts extends Pick<FollowNoticesParts, 'logger'> {
  readonly queue: Pick<NoticeQueue, 'add'>;
  readonly channels: readonly Pick<Channel, 'name' | 'targets'>[];
  readonly waiting: Pick<WaitingRecords, 'remove'>;
}

/** So many notices are addressed at a time: Redis would not answer all the reads for thousands who wait for a tool in time. */
const atOnce = 100;
const hourMs = 3_600_000;
/** String: up to when (ms) of placing customers were reminded of unpaid orders. */
const remindedKey = redisKeys.follower('notices', 'reminded');

/** Leaves out what cannot be told of one event because a record is damaged, so that the other notices are still sent. */
async function orNone<T>(
  { logger }: Pick<FollowNoticesParts, 'logger'>,
  seq: number,
  planned: Promise<readonly T[]>,
): Promise<readonly T[]> {
  try {
    return await planned;
  } catch (error) {
    if (error instanceof LogUnavailableError) throw error;
    logger.error({ err: error, seq }, 'a notice is left out: a record that it needs is damaged');
    return [];
  }
}

/** Adds the jobs of notices, and takes whom they tell of a tool off the list of those who wait for it. */
async function addNotices(parts: AddNoticesParts, notices: readonly Notice[]): Promise<void> {
  const { queue, channels, waiting } = parts;
  for (let at = 0; at < notices.length; at += atOnce) {
    const some = notices.slice(at, at + atOnce);
    for (const channel of channels) {
      const jobs = some.map(async (notice): Promise<NoticeJob[]> => {
        const targets = await orNone(parts, notice.seq, channel.targets(notice));
        return targets.map((target) => ({ ...notice, target }));
      });
      await queue.add(channel.name, (await Promise.all(jobs)).flat());
    }
    const told = some.filter(({ kind }) => kind === 'back-in-stock');
    await Promise.all(told.map(({ subject, uid }) => waiting.remove(subject, uid)));
  }
}

/**
 * Makes the follower that adds a job for whatever people are to be told. It begins at the end of a log that it does not know, and where the
 * shop has moved to another address: a restored shop or a copy sends no notices about earlier events.
 */
export function noticesFollower(parts: FollowNoticesParts): Follower {
  const { log, queue, address, logger } = parts;
  return {
    name: 'notices',
    beginsAt: 'end',
    address,
    async take(events) {
      const last = events.at(-1);
      if (last === undefined) return;
      const planned = await Promise.all([
        ...events.map((event) => orNone(parts, event.seq, planNotices(event, parts))),
        orNone(parts, last.seq, planBackInStock(events, parts)),
      ]);
      // A reminder comes later.
      await addNotices(
        parts,
        planned.flat().filter(({ kind }) => kind !== 'unpaid'),
      );
    },
    async forget(movedFrom) {
      if (movedFrom !== null) {
        logger.warn(
          { from: movedFrom, to: address },
          'the shop was at another address: what waited to be told is forgotten. Servers of one shop need the same SHOP_URL',
        );
        await queue.clear();
      }
      const now = String(await log.now());
      await log.redis.run((connection) => connection.set(remindedKey, now));
    },
  };
}

/** After how long (ms) a customer is reminded of an unpaid order: an hour, or half of the time for which it holds its stock. */
export function remindAfterMs({ hours, unverifiedHours }: FollowNoticesParts['reservation']): number {
  const held = Math.min(hours || Number.POSITIVE_INFINITY, unverifiedHours || Number.POSITIVE_INFINITY);
  return Math.min(hourMs, (held * hourMs) / 2);
}

/** Adds the reminders that are due at `now` (ms, by the clock of Redis) and were not added before. */
export async function remindOfUnpaid(
  parts: AddNoticesParts & Pick<FollowNoticesParts, 'log' | 'reservation'>,
  now: number,
  stopping?: AbortSignal,
): Promise<void> {
  const { log, reservation } = parts;
  const to = now - remindAfterMs(reservation);
  const from = Number(await log.redis.run((connection) => connection.get(remindedKey)));
  if (to <= from) return;
  for await (const page of orderPages(log, { states: ['unpaid'], from, to }, stopping))
    await addNotices(
      parts,
      page.map(({ id, uid, seqs }) => ({ kind: 'unpaid', subject: id, uid, seq: seqs[0] ?? 0 })),
    );
  if (stopping?.aborted === true) return;
  await log.redis.run((connection) => connection.set(remindedKey, String(to)));
}
