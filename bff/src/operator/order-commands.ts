import {
  type ArchiveMoment,
  type DeletedOrder,
  isDeleted,
  type OrderDocument,
  type OrderLog,
  orderAsOf,
  type RecordedEvent,
  replayOrder,
} from '@karigar/events';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { type NoticeKind, noticeKinds } from '../contracts/notices.ts';
import { readNumber, showNumber } from '../contracts/order-number.ts';
import { keptDays, openJobs } from '../jobs/open-jobs.ts';
import { planNotices } from '../notices/follow-notices.ts';
import { type NoticeQueue, noticeQueue } from '../notices/notice-queue.ts';
import { asOfOption, option, wholeNumber } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';
import { type Context, command } from './run-command.ts';

/** Finds the id of an order that is named by its id or its number. Throws `OperatorError` when no order has the number. */
async function orderId(log: OrderLog, text: string): Promise<string> {
  const number = readNumber(text);
  const id = number === null ? text : await log.orderIdAt(number);
  if (id === null) throw new OperatorError(`No order of this shop has the number ${text}.`);
  return id;
}

const unknown = (id: string) => new OperatorError(`No order ${id} is or was in this shop.`);

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
    help: 'Fold one order from the whole log, whatever the read models know of it, and compare',
    example: 'replay K-180',
    async run(context, { order }: { order: string }) {
      const log = await context.log();
      const id = await orderId(log, order);
      const { seq: head } = await log.head();
      const progress = context.progress();
      const value = await replayOrder(await context.store(), id, context.signal, (seq) =>
        progress(seq, head),
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
    help: 'The letters of an order and when they were sent; --send repeats one',
    example: 'mail K-180 --send paid --why lost --yes',
    options: [option('--send <kind>', 'this one').choices(noticeKinds)],
    looksFirst: true,
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

/** An order as a person reads it, a field a line. Who the customer is stays sealed: the shop's own pages open it. */
export function orderLines(order: OrderDocument | DeletedOrder): string[] {
  const version = `version   ${order.version} (events ${order.seqs.join(', ')})`;
  if (isDeleted(order))
    return [
      `order     ${order.id} (deleted ${isoTime(order.deletedAt)})`,
      `reason    ${order.reason}`,
      `customer  ${order.uid}`,
      version,
    ];
  const { refund, refundRequest, refundFailure, cancellation, dispute } = order;
  return [
    `order     ${showNumber(order.number)} ${order.id}`,
    `tool      ${order.quantity} x ${order.toolsName} at $${order.unitPrice} = $${order.price}`,
    `customer  ${order.uid}`,
    `placed    ${isoTime(order.createdAt)}`,
    `payment   ${order.status === 'unpaid' ? 'unpaid' : `paid ${isoTime(order.paidAt)} with ${order.transactionId}`}`,
    `shipping  ${shipping(order)}`,
    order.correctedAt !== null && `corrected ${isoTime(order.correctedAt)}, ${order.corrections} in all`,
    refund !== null &&
      refund.amount > 0 &&
      `refund    ${money(refund.amount)} given back ${isoTime(refund.at)}${refund.restocked ? ', pieces back in stock' : ''}`,
    refundRequest !== null &&
      `refund    attempt ${refundRequest.attempt} asked ${isoTime(refundRequest.at)}, not answered yet`,
    refundFailure !== null && `refund    failed ${isoTime(refundFailure.at)}: ${refundFailure.reason}`,
    cancellation !== null &&
      `cancel    asked ${isoTime(cancellation.at)} (${cancellation.reason}), ${cancellation.declinedAt === null ? 'undecided' : `declined ${isoTime(cancellation.declinedAt)}`}`,
    dispute !== null &&
      `dispute   ${dispute.id} ${dispute.status} (${dispute.reason}), ${money(dispute.amount)}`,
    version,
  ].filter((line) => line !== false);
}

const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

function shipping({ status, shippedAt, carrier, trackingNumber }: OrderDocument): string {
  if (shippedAt === null) return status === 'refunded' ? 'none: the order is refunded' : 'pending';
  const by = carrier === null ? '' : ` by ${carrier}`;
  return `shipped ${isoTime(shippedAt)}${by}${trackingNumber === null ? '' : `, tracking number ${trackingNumber}`}`;
}

interface MailOptions {
  order: string;
  send?: NoticeKind;
}

/** Lists the letters of an order, or sends one of them again. */
async function mail(context: Context, { order: text, send }: MailOptions) {
  const log = await context.log();
  const jobs = await openJobs({ log, logger: pino({ level: 'silent' }), registry: new Registry() });
  context.closing.defer(() => jobs.stop());
  const queue = noticeQueue(jobs, log);
  const order = await orderId(log, text);
  const planned = await Promise.all((await log.history(order)).map((event) => planNotices(event, log)));
  const letters = planned
    .flat()
    .filter(({ kind }) => kind !== 'to-ship')
    .map((notice) => ({ ...notice, target: 'customer' }));
  if (letters.length === 0) throw new OperatorError(`No letter belongs to an order ${order} of this shop.`);
  if (send === undefined) {
    const value = await Promise.all(
      letters.map(async (letter) => ({
        kind: letter.kind,
        seq: letter.seq,
        state: stateWords(await queue.find('mail', letter)),
      })),
    );
    return { value, text: value.map(({ kind, seq, state }) => `${kind.padEnd(13)}  event ${seq}  ${state}`) };
  }
  const letter = letters.findLast(({ kind }) => kind === send);
  if (letter === undefined) {
    const kinds = new Set(letters.map(({ kind }) => kind));
    throw new OperatorError(`This order has no letter ${send}; it has ${[...kinds].join(', ')}.`);
  }
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
  if (job.returnvalue === 'sent') return `sent ${isoTime(job.finishedOn)}`;
  return job.failedReason
    ? `given up ${isoTime(job.finishedOn)}: ${job.failedReason}`
    : 'not sent: its person was erased, may not be written to, or the order had changed';
}
