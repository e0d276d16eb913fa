import { isDeleted, type OrderDocument, type OrderLog, type RedisClient, redisKeys } from '@karigar/events';
import { type Job, UnrecoverableError } from 'bullmq';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { aboutTools, type NoticeChannel, noticeChannels } from '../contracts/notices.ts';
import { gaugesOf } from '../http/gauges.ts';
import type { ErasedPersons } from '../identity/person.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { orderPages } from '../payments/payment-parts.ts';
import { isProblemError } from '../problem/problem-error.ts';
import {
  type Channel,
  type KnownTool,
  type MayTell,
  type Notice,
  NoticeFault,
  type NoticeJob,
  type NoticeTask,
  noticesAtOnce,
  type Subject,
} from './notice.ts';
import { isTold } from './notice-kinds.ts';
import { type NoticeQueue, pausesMs } from './notice-queue.ts';

/** What notices are sent with. */
export interface SendParts {
  log: OrderLog;
  jobs: Jobs;
  queue: Pick<NoticeQueue, 'oldest'>;
  tool: (id: string) => Promise<KnownTool | undefined>;
  erased: ErasedPersons;
  channels: readonly Channel[];
  logger: Logger;
  registry: Registry;
}

/**
 * Has the jobs of each channel done, each channel by itself: a mail server that hangs holds up no push. Notices about one order or tool go
 * to each receiver one after another, in the order in which BullMQ starts them: nearly always that of their events.
 */
export function sendNotices(parts: SendParts): void {
  const { jobs, queue, log, erased, channels, logger, registry } = parts;
  const outcomes = new Counter({
    name: 'karigar_notices_total',
    help: 'Notices to customers and admins by how they ended',
    labelNames: ['channel', 'kind', 'outcome'],
    registers: [registry],
  });
  gaugesOf(registry, queue.oldest).one(
    'karigar_notice_late_seconds',
    'How long ago the notice was added that waits longest, of the next hundred to be sent in each channel',
    (oldest) => (oldest === null ? 0 : Math.max(0, Date.now() - oldest) / 1_000),
  );
  for (const name of noticeChannels) {
    const channel = channels.find((one) => one.name === name);
    const send = async ({ id = '', data, attemptsMade }: Job<NoticeJob>) => {
      const { kind } = data;
      const count = (outcome: string) => outcomes.inc({ channel: name, kind, outcome });
      try {
        // A channel that is not set up any more keeps its jobs until it is, or a person takes them off the list.
        if (channel === undefined) throw new NoticeFault(`The shop is no longer set up for ${name}.`);
        const task = { ...data, id };
        const subject = await subjectOf(parts, task);
        const outcome =
          subject === null
            ? 'dropped'
            : await channel.send(task, subject, mayTell(log.redis, erased, name, task));
        count(outcome);
        return outcome;
      } catch (error) {
        const fault = faultOf(error);
        const told = { err: error, channel: name, kind, notice: id };
        const isLast = fault.isFinal || attemptsMade >= pausesMs.length;
        count(isLast ? 'failed' : 'delayed');
        if (fault !== error) logger.error(told, 'a notice met a fault of the shop');
        if (isLast) logger.warn(told, 'a notice could not be sent and waits for a person');
        throw fault.isFinal ? new UnrecoverableError(fault.message) : fault;
      }
    };
    /** The last notice to each receiver about each order or tool. */
    const last = new LRUCache<string, Promise<unknown>>({ max: 10 * noticesAtOnce });
    jobs.work<NoticeJob>(
      name,
      (job) => {
        const key = `${job.data.subject} ${job.data.target}`;
        const sent = Promise.resolve(last.get(key)).then(() => send(job));
        last.set(
          key,
          sent.catch(() => undefined),
        );
        return sent;
      },
      noticesAtOnce,
      (failures, error) =>
        Math.max(pausesMs[failures - 1] ?? 0, error instanceof NoticeFault ? error.waitMs : 0),
    );
  }
}

/** Reads what a notice is about; null when there is nothing to tell any more. */
async function subjectOf(
  { log, tool }: Pick<SendParts, 'log' | 'tool'>,
  { kind, subject, seq }: Notice,
): Promise<Subject | null> {
  if (aboutTools.includes(kind)) {
    const found = await tool(subject);
    return found === undefined ? null : { tool: found };
  }
  const order = await log.order(subject);
  if (order === null || isDeleted(order)) return null;
  // The next letter tells the newest tracking.
  if (kind === 'tracked') {
    const story = await log.history(subject);
    if (story.some((event) => event.type === 'order.tracked' && event.seq > seq)) return null;
  }
  if (!isTold(kind, order)) return null;
  return kind === 'review' && !(await isFirstOfTool(log, order)) ? null : { order };
}

/** Whether the order is its customer's first of its tool: who buys it again was asked for a review before. */
async function isFirstOfTool(log: OrderLog, { id, uid, toolId }: OrderDocument): Promise<boolean> {
  for await (const orders of orderPages(log, { uids: [uid], states: ['shipped'], oldestFirst: true })) {
    const first = orders.find((one) => one.toolId === toolId);
    if (first !== undefined) return first.id === id;
  }
  return true;
}

function faultOf(error: unknown): NoticeFault {
  if (error instanceof NoticeFault) return error;
  return new NoticeFault(
    isProblemError(error) && error.code === 'KEY_MISSING'
      ? 'The customer’s key cannot be read right now.'
      : 'Something went wrong in the shop. See the server log.',
  );
}

const dayMs = 24 * 3_600_000;

/**
 * Makes the rule that every letter and push passes right before it leaves. Erased persons hear nothing, strangers only of an unpaid order,
 * and within a day one person hears one notice of a kind about one order or tool; a stranger hears one reminder, whatever it is about. Of a second
 * one, news of an order waits until the day is over and the rest is dropped. What a person of the shop repeats goes out again.
 */
const mayTell =
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
