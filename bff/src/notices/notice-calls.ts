import { isDeleted, type OrderLog } from '@karigar/events';
import { recordAudit } from '../audit.ts';
import { aboutTools, type FailedNotice, UnsentNotices } from '../contracts/notices.ts';
import { Modified } from '../contracts/order.ts';
import { privateJson } from '../http/answers.ts';
import { adminOf, type Call, defineCall, pathParam } from '../http/call.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { FailedJob, NoticeQueue } from './notice-queue.ts';

/** What the calls about notices work with. */
interface NoticeCallParts {
  readonly log: Pick<OrderLog, 'order' | 'redis'>;
  readonly notices: NoticeQueue;
}

/** Makes the calls with which admins look after what could not be sent. */
export function noticeCalls({ log, notices }: NoticeCallParts): Call[] {
  const view = async ({ channel, job }: FailedJob): Promise<FailedNotice> => {
    const { kind, subject } = job.data;
    const order = aboutTools.includes(kind) ? null : await log.order(subject);
    return {
      _id: job.id ?? '',
      ...{ kind, channel, subject },
      number: order === null || isDeleted(order) ? null : order.number,
      failedAt: new Date(job.finishedOn ?? 0).toISOString(),
      why: job.failedReason,
    };
  };
  const action = (
    shape: Pick<Call, 'method' | 'path' | 'summary'>,
    kind: string,
    act: (job: FailedJob['job']) => Promise<void>,
  ) =>
    defineCall({
      ...shape,
      access: 'admin',
      limit: 'write',
      answers: { 200: { description: 'Done', schema: Modified } },
      problems: ['NOT_FOUND'],
      async handle({ c, person }) {
        const found = await notices.findFailed(pathParam(c, 'id'));
        if (found === undefined)
          throw new ProblemError('NOT_FOUND', 'This notification has already been dealt with.');
        const { job, channel } = found;
        await act(job);
        const detail = { notice: job.data.kind, channel };
        await recordAudit(log.redis, adminOf(c, person), { kind, subject: job.data.subject, detail });
        return privateJson({ modifiedCount: 1, upsertedCount: 0 });
      },
    });
  return [
    defineCall({
      method: 'get',
      path: '/notices/failed',
      summary: 'Emails and notifications that could not be sent, newest first, and how many still wait',
      access: 'admin',
      limit: 'read',
      answers: { 200: { description: 'What waits for a person', schema: UnsentNotices } },
      problems: [],
      async handle() {
        const [counts, failed] = await Promise.all([notices.counts(), notices.failed()]);
        return privateJson({
          waiting: counts.waiting,
          failedTotal: counts.failed,
          failed: await Promise.all(failed.map(view)),
        } satisfies UnsentNotices);
      },
    }),
    defineCall({
      method: 'post',
      path: '/notices/failed/again',
      summary: 'Has every letter and push that could not be sent be tried anew, at once',
      access: 'admin',
      limit: 'write',
      answers: { 200: { description: 'How many', schema: Modified } },
      problems: [],
      async handle({ c, person }) {
        const modifiedCount = await notices.allAgain();
        const entry = { kind: 'notice.all-sent-again', subject: 'notices', detail: { count: modifiedCount } };
        if (modifiedCount > 0) await recordAudit(log.redis, adminOf(c, person), entry);
        return privateJson({ modifiedCount, upsertedCount: 0 });
      },
    }),
    action(
      {
        method: 'post',
        path: '/notices/failed/:id/again',
        summary: 'Has a letter or push that could not be sent be tried anew, at once',
      },
      'notice.sent-again',
      notices.again,
    ),
    action(
      {
        method: 'delete',
        path: '/notices/failed/:id',
        summary: 'Takes a letter or push that could not be sent off the list',
      },
      'notice.removed',
      notices.remove,
    ),
  ];
}
