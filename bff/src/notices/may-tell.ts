import { type RedisClient, redisKeys } from '@karigar/events';
import { aboutTools, type NoticeChannel } from '../contracts/notices.ts';
import type { ErasedPersons } from '../identity/person.ts';
import { type MayTell, NoticeFault, type NoticeTask } from './notice.ts';

const dayMs = 24 * 3_600_000;

/**
 * Makes the rule that every letter and push passes right before it leaves. Erased persons hear nothing, strangers only of an unpaid order,
 * and within a day one person hears one notice of a kind about one order or tool; a stranger hears one reminder, whatever it is about. Of a second
 * one, news of an order waits until the day is over and the rest is dropped. What a person of the shop repeats goes out again.
 */
export const mayTell =
  (
    redis: RedisClient,
    erased: ErasedPersons,
    channel: NoticeChannel,
    { kind, subject, uid, seq, repeatedAt }: NoticeTask,
  ): MayTell =>
  async ({ person, isTheirs }) => {
    if (erased.has(uid) || !(isTheirs || kind === 'unpaid')) return false;
    if (repeatedAt !== undefined) return true;
    const mark = redisKeys.lease(`told:${channel}:${kind}:${person}:${isTheirs ? subject : 'any'}`);
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
    if (aboutTools.includes(kind) || !isTheirs) return false;
    throw new NoticeFault(
      'This person got the same message less than a day ago. This one is sent after that day.',
      { waitMs: Math.max(leftMs, 1_000) },
    );
  };
