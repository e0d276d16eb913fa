import { pino } from 'pino';
import { Registry } from 'prom-client';
import { type NoticeKind, noticeKinds } from '../contracts/notices.ts';
import { keptDays, openJobs } from '../jobs/open-jobs.ts';
import { writeLetter } from '../mail/mail-channel.ts';
import { letterParts } from '../mail/open-mail.ts';
import { type NoticeQueue, noticeQueue } from '../notices/notice-queue.ts';
import { planNotices } from '../notices/plan-notices.ts';
import { userRecords } from '../people/user-records.ts';
import { option } from './arguments.ts';
import { command } from './command.ts';
import type { Context } from './context.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';

interface MailOptions {
  readonly order: string;
  readonly send?: NoticeKind;
}

export const mailCommand = command({
  usage: 'mail',
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
      return await showOrSend(context, noticeQueue(jobs, log), options);
    } finally {
      await jobs.stop();
    }
  },
});

async function showOrSend(context: Context, queue: NoticeQueue, { order: text, send }: MailOptions) {
  const order = await context.orderId(text);
  const letters = await lettersOf(context, queue, order);
  if (letters.length === 0) throw new OperatorError(`No letter belongs to an order ${order} of this shop.`);
  if (send === undefined) return { value: { order, letters }, text: letters.flatMap(letterLines) };
  const letter = letters.findLast(({ kind }) => kind === send);
  if (letter === undefined) {
    const kinds = new Set(letters.map(({ kind }) => kind));
    throw new OperatorError(`This order has no letter ${send}; it has ${[...kinds].join(', ')}.`);
  }
  const { text: words, state: _, ...notice } = letter;
  if (words === null) throw new OperatorError('There is nobody to write to, or nothing to say, any more.');
  const value = { order, kind: send, seq: notice.seq, queued: context.yes };
  if (!context.yes)
    return { value, text: [...letterLines(letter), 'Nothing was sent: add --yes to do it.'] };
  await queue.add('mail', [{ ...notice, target: 'customer', repeatedAt: Date.now() }]);
  return {
    value,
    text: [
      ...letterLines(letter),
      'It is in the queue: a running server sends it within seconds, and says on the operations page if it cannot.',
    ],
    note: { orderId: order, letter: send, seq: notice.seq },
  };
}

type Letter = Awaited<ReturnType<typeof lettersOf>>[number];

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
  const letters = [];
  for (const event of await log.history(orderId))
    for (const notice of await planNotices(event, { log })) {
      if (notice.kind === 'to-ship') continue;
      const job = await queue.find('mail', { ...notice, target: 'customer' });
      const letter = await writeLetter(notice, parts);
      const text = letter && `Subject: ${letter.subject}\n\n${letter.text.trimEnd()}`;
      letters.push({ ...notice, state: stateWords(job), text });
    }
  return letters;
}

function stateWords(job: Awaited<ReturnType<NoticeQueue['find']>>): string {
  if (job === null) return `not sent, or more than ${keptDays} days ago`;
  if (job.finishedOn === undefined) return 'waits for its next try';
  if (job.returnvalue === 'sent') return `sent ${isoTime(job.finishedOn)}`;
  return job.failedReason
    ? `given up ${isoTime(job.finishedOn)}: ${job.failedReason}`
    : 'not sent: there was nobody to write to, or nothing to say';
}

const letterLines = ({ kind, seq, state, text }: Letter): string[] => [
  `${kind.padEnd(13)}  event ${seq}  ${state}`,
  ...(text ?? 'No letter: there is nobody to write to, or nothing to say.')
    .split('\n')
    .map((line) => `  ${line}`),
  '',
];
