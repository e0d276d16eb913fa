import { type RedisClient, redisKeys } from '@karigar/events';
import type { NoticeKind } from '../contracts/notices.ts';
import type { ErasedPersons } from '../identity/person.ts';
import { NoticeFault, type NoticeTask } from './notice.ts';

/** Whom a letter or push would reach. */
export interface Reach {
  /** Names the mailbox or the account in keys, with nothing personal in the name. */
  readonly person: string;
  /** They have proven the address, paid for the order, or asked for pushes in this browser: no stranger hears it. */
  readonly isTheirs: boolean;
}

/** Decides whether a letter or push may go out now. Throws `NoticeFault` for one that has to wait. */
export type MayTell = (task: NoticeTask, reach: Reach) => Promise<boolean>;

/** Tells whether a notice of this kind may be written to somebody at all: strangers are reminded of an unpaid order, nothing else. */
export const mayReach = (kind: NoticeKind, { isTheirs }: Pick<Reach, 'isTheirs'>): boolean =>
  isTheirs || kind === 'unpaid';

const dayMs = 24 * 3_600_000;

/**
 * Makes the rule that every letter and push passes right before it leaves. Erased persons hear nothing, strangers only what `mayReach` allows,
 * and within a day one person hears one notice of a kind about one order or tool; a stranger hears one reminder, whatever it is about. Of a second
 * one, news of an order waits until the day is over and the rest is dropped. What a person of the shop repeats goes out again.
 */
export const mayTell =
  (redis: RedisClient, erased: ErasedPersons): MayTell =>
  async (task, reach) => {
    const { kind, channel, subject, uid, seq } = task;
    if (erased.has(uid) || !mayReach(kind, reach)) return false;
    if (task.repeatedAt !== undefined) return true;
    const about = reach.isTheirs ? subject : 'any';
    const mark = redisKeys.lease(`told:${channel}:${kind}:${reach.person}:${about}`);
    const { told, leftMs } = await redis.run(async (connection) => ({
      told: await connection.set(mark, String(seq), {
        condition: 'NX',
        GET: true,
        expiration: { type: 'PX', value: dayMs },
      }),
      leftMs: await connection.pTTL(mark),
    }));
    // The same event may come to several devices of a person, and again after a try that failed.
    if (told === null || told === String(seq)) return true;
    if (kind === 'back-in-stock' || !reach.isTheirs) return false;
    throw new NoticeFault(
      'This person got the same message less than a day ago. This one is sent after that day.',
      {
        waitMs: Math.max(leftMs, 1_000),
      },
    );
  };
