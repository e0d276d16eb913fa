import { pino } from 'pino';
import { Registry } from 'prom-client';
import { noticeKinds } from '../contracts/notices.ts';
import { keptDays, openJobs } from '../jobs/open-jobs.ts';
import { writeLetter } from '../mail/mail-channel.ts';
import { letterParts } from '../mail/open-mail.ts';
import type { Notice } from '../notices/notice.ts';
import { type NoticeQueue, noticeQueue } from '../notices/notice-queue.ts';
import { planNotices } from '../notices/plan-notices.ts';
import { userRecords } from '../people/user-records.ts';
import { option } from './arguments.ts';
import { type Context, command } from './command.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';

interface MailOptions {
  readonly order: string;
  readonly send?: string;
}

export const mailCommand = command({
  name: 'mail',
  help: 'The letters of an order: what they say and when they were sent; --send repeats one',
  examples: ['mail --order K-180', 'mail --order K-180 --send paid --why lost --yes'],
  options: [
    option('--order <order>', 'its number or id').makeOptionMandatory(),
    option('--send <kind>', 'this one').choices(noticeKinds),
  ],
  yes: 'do it',
  why: ['asked', 'lost', 'other'],
  async run(context, options: MailOptions) {
    const log = await context.log();
    const jobs = await openJobs({ log, logger: pino({ level: 'silent' }), registry: new Registry() });
    try {
      return await runOn(context, noticeQueue(jobs, log), options);
    } finally {
      await jobs.stop();
    }
  },
});

async function runOn(context: Context, queue: NoticeQueue, { order: text, send }: MailOptions) {
  const order = await context.orderId(text);
  const letters = await lettersOf(context, queue, order);
  if (letters.length === 0) throw new OperatorError(`No letter belongs to an order ${order} of this shop.`);
  if (send === undefined) {
    const shown = letters.map(({ notice: { kind, seq }, ...letter }) => ({ kind, seq, ...letter }));
    return { value: { order, letters: shown }, text: letters.flatMap(letterLines) };
  }
  const letter = letters.findLast(({ notice }) => notice.kind === send);
  if (letter === undefined) {
    const known = [...new Set(letters.map(({ notice }) => notice.kind))].join(', ');
    throw new OperatorError(`This order has no letter ${send}; it has ${known}.`);
  }
  if (letter.text === null)
    throw new OperatorError('There is nobody to write to, or nothing to say, any more.');
  const { notice } = letter;
  if (context.yes) await queue.add('mail', [{ ...notice, target: 'customer', repeatedAt: Date.now() }]);
  return {
    value: { order, kind: send, seq: notice.seq, queued: context.yes },
    text: [
      ...letterLines(letter),
      context.yes
        ? 'It is in the queue: a running server sends it within seconds, and says on the operations page if it cannot.'
        : 'Nothing was sent: add --yes to do it.',
    ],
    ...(context.yes ? { note: { orderId: order, letter: send, seq: notice.seq } } : {}),
  };
}

/** Writes the letters of an order as they would be written now; the text is null when there is no receiver or no content any more. */
async function lettersOf(context: Context, queue: NoticeQueue, orderId: string) {
  const { shop } = context;
  if (shop.variables.SHOP_URL === undefined)
    throw new OperatorError('Set SHOP_URL as the servers have it: letters have links to the shop.');
  const log = await context.log();
  const personal = await context.personal();
  const users = userRecords({ redis: log.redis, personal, adminEmails: new Set() });
  const reservation = {
    hours: shop.reserveHours,
    unverifiedHours: shop.reserveHoursUnverified,
    verifiedAmong: users.verifiedAmong,
  };
  const parts = letterParts(shop, { log, personal, users, reservation, tool: async () => undefined });
  const planned = await Promise.all((await log.history(orderId)).map((event) => planNotices(event, { log })));
  const notices = planned.flat().filter(({ kind }) => kind !== 'to-ship');
  return Promise.all(
    notices.map(async (notice) => {
      const [letter, job] = await Promise.all([
        writeLetter(notice, parts),
        queue.find('mail', { ...notice, target: 'customer' }),
      ]);
      return { notice, state: stateWords(job), subject: letter?.subject ?? null, text: letter?.text ?? null };
    }),
  );
}

function stateWords(job: Awaited<ReturnType<NoticeQueue['find']>>): string {
  if (job === null) return `not sent, or more than ${keptDays} days ago`;
  if (job.finishedOn === undefined) return 'waits for its next try';
  if (job.returnvalue === 'sent') return `sent ${isoTime(job.finishedOn)}`;
  return job.failedReason
    ? `given up ${isoTime(job.finishedOn)}: ${job.failedReason}`
    : 'not sent: there was nobody to write to, or nothing to say';
}

function letterLines({
  notice,
  state,
  subject,
  text,
}: {
  notice: Notice;
  state: string;
  subject: string | null;
  text: string | null;
}): string[] {
  const letter =
    subject === null || text === null
      ? ['No letter: there is nobody to write to, or nothing to say.']
      : [`Subject: ${subject}`, '', ...text.trimEnd().split('\n')];
  return [
    `${notice.kind.padEnd(13)}  event ${notice.seq}  ${state}`,
    ...letter.map((line) => `  ${line}`),
    '',
  ];
}
