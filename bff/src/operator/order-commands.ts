import {
  type ArchiveMoment,
  type DeletedOrder,
  type OrderDocument,
  type OrderLog,
  orderAsOf,
  type RecordedEvent,
  replayOrder,
} from '@karigar/events';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { type NoticeKind, noticeKinds } from '../contracts/notices.ts';
import { showNumber } from '../contracts/order-number.ts';
import { keptDays, openJobs } from '../jobs/open-jobs.ts';
import { planNotices } from '../notices/follow-notices.ts';
import { type NoticeQueue, noticeQueue } from '../notices/notice-queue.ts';
import { orderIdOf } from '../orders/order-access.ts';
import { asOfOption, option, wholeNumber } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';
import { type Context, command } from './run-command.ts';

const unknown = (order: string) => new OperatorError(`No order ${order} was ever in this shop.`);

/** Finds the id of an order that is named by its id or its number. Throws `OperatorError` when it is neither. */
async function orderId(log: OrderLog, text: string): Promise<string> {
  const id = await orderIdOf(log, text);
  if (id === null) throw unknown(text);
  return id;
}

/** Commands that look at orders and events. */
export const orderCommands = [
  command({
    usage: 'tail',
    help: 'Follow the log: the newest events, then each new one',
    example: 'tail --from 1',
    options: [option('--from <seq>', 'begin at this event (default: the newest ten)', wholeNumber)],
    run: tail,
  }),
  command({
    usage: 'show <order>',
    help: 'One order, by its number or id: its state and its history, now or as it was',
    example: 'show K-180 --as-of 2026-11-21T18:30:00Z',
    options: [asOfOption],
    async run(context, { order, asOf }: { order: string; asOf?: ArchiveMoment }) {
      const log = await context.log();
      const id = await orderId(log, order);
      if (asOf !== undefined && 'seq' in asOf && asOf.seq > (await log.head()).seq)
        throw new OperatorError(`There is no event ${asOf.seq} yet.`);
      const [now, history, intent] = await Promise.all([log.order(id), log.history(id), log.intent(id)]);
      if (now === null) throw unknown(id);
      const found = asOf === undefined ? now : orderAsOf(id, history, asOf);
      return {
        value: { order: found, intent, history },
        text: [
          ...(found === null ? ['The order had not been placed yet.'] : orderLines(found)),
          intent !== null && `intent    ${intent}`,
          '',
          ...history.flatMap((event) => [eventLine(event), `          ${JSON.stringify(event.data)}`]),
        ],
      };
    },
  }),
  command({
    usage: 'replay <order>',
    help: 'Replay one order from the whole log and compare it with the read model',
    example: 'replay K-180',
    async run(context, { order }: { order: string }) {
      const log = await context.log();
      const id = await orderId(log, order);
      const { seq: head } = await log.head();
      const value = await replayOrder(await context.store(), id, context.signal, (seq) =>
        context.progress(seq, head),
      );
      const { events, folded, impossible, difference } = value;
      if (events.length === 0 && difference === null) throw unknown(id);
      return {
        value,
        text: [
          ...events.map(eventLine),
          '',
          ...(folded === null ? [] : orderLines(folded)),
          '',
          ...impossible.map(
            ({ seq, message }) =>
              `EVENT ${seq} DOES NOT FIT: ${message}. See the handbook, 17: npm run orders -- void ${seq} --why impossible`,
          ),
          difference === null
            ? 'The read model agrees with the log.'
            : `THE READ MODEL DIFFERS: ${difference}\nWhat to do: npm run orders -- rebuild`,
        ],
        ok: difference === null && impossible.length === 0,
      };
    },
  }),
  command({
    usage: 'mail <order>',
    help: 'The letters of an order and when they were sent, or dropped because their person was erased, may not be written to, or the order had changed; --send repeats one',
    example: 'mail K-180 --send paid --why lost --yes',
    options: [option('--send <kind>', 'this one').choices(noticeKinds)],
    records: 'with-yes',
    run: mail,
  }),
];

/** So many of the newest events begin a tail. */
const newest = 10;

/** Shows the newest events, then every new one as it comes, until Ctrl-C. */
async function tail(context: Context, { from }: { from?: number }) {
  const { output, signal } = context;
  const log = await context.log();
  const after = (from ?? (await log.head()).seq - newest + 1) - 1;
  for await (const event of log.tail(Math.max(0, after), AbortSignal.any([signal, output.unread])))
    output.result(event, [eventLine(event)]);
  return {};
}

/** One event in a line. */
function eventLine({ seq, ts, type, v, subject, actor }: RecordedEvent): string {
  return `${String(seq).padStart(8)}  ${isoTime(ts)}  ${type}${v === 0 ? '' : ` v${v}`}  ${subject}  ${actor}`;
}

/** Fields that no operator reads: texts of the page, and the sealed person. */
const unread = new Set(['description', 'image', 'person']);

/** Writes the times of an order, and its number, as people do. */
const readable = (name: string, value: unknown): unknown => {
  if (typeof value !== 'number') return value;
  if (name === 'number') return showNumber(value);
  return /(^a|A)t$/.test(name) ? isoTime(value) : value;
};

/** An order as a person reads it, a field a line; an empty one is left out. The shop's own pages open who the customer is. */
export const orderLines = (order: OrderDocument | DeletedOrder): string[] =>
  Object.entries<unknown>(JSON.parse(JSON.stringify(order, readable)))
    .filter(([name, value]) => value !== null && !unread.has(name))
    .map(
      ([name, value]) => `${name.padEnd(15)} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );

/** Lists the letters of an order, or sends one of them again. */
async function mail(context: Context, { order: text, send }: { order: string; send?: NoticeKind }) {
  const log = await context.log();
  const jobs = await openJobs({ log, logger: pino({ level: 'silent' }), registry: new Registry() });
  context.closing.defer(() => jobs.stop());
  const queue = noticeQueue(jobs, log);
  const order = await orderId(log, text);
  const planned = await Promise.all((await log.history(order)).map((event) => planNotices(event, log)));
  const letters = planned
    .flat()
    .filter(({ kind }) => kind !== 'to-ship')
    .map((notice) => ({ ...notice, target: notice.uid }));
  if (letters.length === 0) throw new OperatorError(`No letter belongs to an order ${order} of this shop.`);
  if (send === undefined) {
    const value = await Promise.all(
      letters.map(async (letter) => {
        const { kind, seq } = letter;
        return { kind, seq, state: stateWords(await queue.find('mail', letter)) };
      }),
    );
    return { value, text: value.map(({ kind, seq, state }) => `${kind.padEnd(13)}  event ${seq}  ${state}`) };
  }
  const letter = letters.findLast(({ kind }) => kind === send);
  if (letter === undefined)
    throw new OperatorError(
      `This order has no letter ${send}; it has ${letters.map(({ kind }) => kind).join(', ')}.`,
    );
  const value = { orderId: order, letter: send, seq: letter.seq };
  if (!context.yes)
    return { value, text: [`The letter ${send} of event ${letter.seq} would be sent again.`], waits: true };
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
  return `${job.failedReason ?? job.returnvalue} ${isoTime(job.finishedOn)}`;
}
