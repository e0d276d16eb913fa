import { isDeleted, type OrderLog } from '@karigar/events';
import type { Job } from 'bullmq';
import type { Context } from 'hono';
import { recordAudit } from '../audit.ts';
import type { Waiting } from '../contracts/notices.ts';
import { aboutTools, type FailedNotice, NoticeChannel } from '../contracts/notices.ts';
import { isOrderable } from '../contracts/page-words.ts';
import type { Tool } from '../contracts/tool.ts';
import type { AppEnv } from '../http/app-env.ts';
import { type Handlers, originOf } from '../http/call.ts';
import type { Person } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { NoticeJob } from './notice.ts';
import type { NoticeQueue } from './notice-queue.ts';
import type { WaitingRecords } from './waiting-records.ts';

/** What the calls about notices work with. */
interface NoticeCallParts {
  log: Pick<OrderLog, 'order' | 'redis'>;
  notices: NoticeQueue;
  waiting: Pick<WaitingRecords, 'put' | 'remove' | 'of'>;
  /** Finds a tool on sale, with the stock of this moment. */
  tool: (id: string) => Promise<Tool | undefined>;
}

/** Makes the calls with which admins look after what could not be sent, and people ask to hear, once, when a tool is back. */
export function noticeCalls({ log, notices, waiting, tool }: NoticeCallParts) {
  const view = async (job: Job<NoticeJob>): Promise<FailedNotice> => {
    const { kind, subject } = job.data;
    const order = aboutTools.includes(kind) ? null : await log.order(subject);
    return {
      _id: job.id ?? '',
      ...{ kind, channel: NoticeChannel.parse(job.queueName), subject },
      number: order === null || isDeleted(order) ? null : order.number,
      failedAt: new Date(job.finishedOn ?? 0).toISOString(),
      why: job.failedReason,
    };
  };
  /** Does something to one notice that failed, and records who did it. */
  const act = async (
    c: Context<AppEnv>,
    id: string,
    person: Person,
    kind: string,
    done: (job: Job<NoticeJob>) => Promise<void>,
  ) => {
    const job = await notices.findFailed(id);
    if (job === undefined)
      throw new ProblemError('NOT_FOUND', 'This notification has already been dealt with.');
    await done(job);
    const detail = { notice: job.data.kind, channel: job.queueName };
    await recordAudit(log.redis, originOf(c, person, 'admin'), { kind, subject: job.data.subject, detail });
    return { modifiedCount: 1, upsertedCount: 0 };
  };
  return {
    async 'GET /notices/failed'() {
      const [counts, failed] = await Promise.all([notices.counts(), notices.failed()]);
      return {
        waiting: counts.waiting,
        failedTotal: counts.failed,
        failed: await Promise.all(failed.map(view)),
      };
    },
    async 'POST /notices/failed/again'({ c, person }) {
      const modifiedCount = await notices.allAgain();
      const entry = { kind: 'notice.all-sent-again', subject: 'notices', detail: { count: modifiedCount } };
      if (modifiedCount > 0) await recordAudit(log.redis, originOf(c, person, 'admin'), entry);
      return { modifiedCount, upsertedCount: 0 };
    },
    'POST /notices/failed/:id/again': ({ c, params, person }) =>
      act(c, params.id, person, 'notice.sent-again', notices.again),
    'DELETE /notices/failed/:id': ({ c, params, person }) =>
      act(c, params.id, person, 'notice.removed', notices.remove),
    async 'GET /tools/:id/waiting'({ params, person }) {
      const tools = await waiting.of(await person.accounts());
      return answerTo(person, tools.includes(params.id));
    },
    async 'POST /tools/:id/waiting'({ params, person }) {
      const id = params.id;
      if ((await tool(id)) === undefined) throw new ProblemError('TOOL_NOT_FOUND', 'No such tool.');
      if (!(await waiting.put(id, person.uid)))
        throw new ProblemError(
          'TOO_MANY_WAITING',
          'You are already waiting for too many tools, or too many people are waiting for this one.',
        );
      // Looked at afterwards: pieces that came before that would never be told, and those that come later are.
      const found = await tool(id);
      const isBack = found !== undefined && isOrderable(found);
      if (isBack) await waiting.remove(id, [person.uid]);
      return answerTo(person, !isBack);
    },
    async 'DELETE /tools/:id/waiting'({ params, person }) {
      await waiting.remove(params.id, await person.accounts());
      return answerTo(person, false);
    },
  } satisfies Partial<Handlers>;
}

const answerTo = ({ emailVerified }: Person, waiting: boolean): Waiting => ({
  waiting,
  addressProven: emailVerified,
});
