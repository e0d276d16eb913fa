import { pino } from 'pino';
import { Registry } from 'prom-client';
import { type NoticeKind, noticeKinds } from '../contracts/notices.ts';
import { keptDays, openJobs } from '../jobs/open-jobs.ts';
import { planNotices } from '../notices/follow-notices.ts';
import { type NoticeQueue, noticeQueue } from '../notices/notice-queue.ts';
import { option } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';
import { type Context, command } from './run-command.ts';

interface MailOptions {
  readonly order: string;
  readonly send?: NoticeKind;
}

export const mailCommand = command({
  usage: 'mail',
  help: 'The letters of an order and when they were sent; --send repeats one',
  example: 'mail --order K-180 --send paid --why lost --yes',
  options: [
    option('--order <order>', 'its number or id').makeOptionMandatory(),
    option('--send <kind>', 'this one').choices(noticeKinds),
  ],
  yes: 'do it',
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
  const log = await context.log();
  const order = await context.orderId(text);
  const planned = await Promise.all((await log.history(order)).map((event) => planNotices(event, log)));
  const letters = planned
    .flat()
    .filter(({ kind }) => kind !== 'to-ship')
    .map((notice) => ({ ...notice, target: 'customer' }));
  if (letters.length === 0) throw new OperatorError(`No letter belongs to an order ${order} of this shop.`);
  if (send === undefined) {
    const states = await Promise.all(
      letters.map(async (letter) => stateWords(await queue.find('mail', letter))),
    );
    return {
      value: letters.map(({ kind, seq }, at) => ({ kind, seq, state: states[at] })),
      text: letters.map(({ kind, seq }, at) => `${kind.padEnd(13)}  event ${seq}  ${states[at]}`),
    };
  }
  const letter = letters.findLast(({ kind }) => kind === send);
  if (letter === undefined) {
    const kinds = new Set(letters.map(({ kind }) => kind));
    throw new OperatorError(`This order has no letter ${send}; it has ${[...kinds].join(', ')}.`);
  }
  const value = { orderId: order, letter: send, seq: letter.seq };
  if (!context.yes) return { value, text: ['Nothing was sent: add --yes to do it.'] };
  await queue.add('mail', [{ ...letter, repeatedAt: Date.now() }]);
  return {
    value,
    text: [
      'The letter is in the queue. A running server sends it within seconds, unless its person was erased or the order has changed since. The operations page shows it if sending fails.',
    ],
    note: value,
  };
}

function stateWords(job: Awaited<ReturnType<NoticeQueue['find']>>): string {
  if (job === undefined) return `not sent, or more than ${keptDays} days ago`;
  if (job.finishedOn === undefined) return 'waits for its next try';
  if (job.returnvalue === 'sent') return `sent ${isoTime(job.finishedOn)}`;
  return job.failedReason
    ? `given up ${isoTime(job.finishedOn)}: ${job.failedReason}`
    : 'not sent: its person was erased, may not be written to, or the order had changed';
}
