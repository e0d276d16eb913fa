import {
  type ArchiveMoment,
  type DeletedOrder,
  isDeleted,
  LogUnavailableError,
  type OrderDocument,
  OtherHistoryError,
  orderAsOf,
  type RecordedEvent,
  replayOrder,
  UnknownSchemaError,
} from '@karigar/events';
import { showNumber } from '../contracts/order-number.ts';
import { asOfOption, option, wholeNumber } from './arguments.ts';
import { failureText, OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';
import { type Context, command } from './run-command.ts';

const unknown = (id: string) => new OperatorError(`No order ${id} is or was in this shop.`);

/** Commands that look at orders and events. */
export const orderCommands = [
  command({
    usage: 'tail',
    help: 'Follow the log: the newest events, then each new one',
    example: 'tail --from 1 --no-follow',
    options: [
      option('--from <seq>', 'begin at this event (default: the newest ten)', wholeNumber),
      option('--no-follow', 'end after the newest event'),
    ],
    run: tail,
  }),
  command({
    usage: 'show <order>',
    help: 'One order, by its number or id: its state and its history, now or as it was',
    example: 'show K-180 --as-of 2026-11-21T18:30:00Z',
    options: [asOfOption],
    async run(context, { order, asOf }: { order: string; asOf?: ArchiveMoment }) {
      const log = await context.log();
      const id = await context.orderId(order);
      if (asOf !== undefined && 'seq' in asOf && asOf.seq > (await log.head()).seq)
        throw new OperatorError(`There is no event ${asOf.seq} yet.`);
      const [now, history, intent] = await Promise.all([
        log.order(id),
        log.history(id),
        log.intent(id),
      ]).catch((error: unknown) => {
        if (error instanceof LogUnavailableError || error instanceof UnknownSchemaError) throw error;
        throw new OperatorError(
          `${failureText(error)}\nThe log itself is asked by: npm run orders -- replay ${id}`,
        );
      });
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
      const id = await context.orderId(order);
      const { seq: head } = await (await context.log()).head();
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
              `EVENT ${seq} DOES NOT FIT: ${message}. See the handbook, 17: npm run orders -- void ${seq}`,
          ),
          difference === null
            ? 'The read model agrees with the log.'
            : `THE READ MODEL DIFFERS: ${difference}\nWhat to do: npm run orders -- rebuild`,
        ],
        ok: difference === null && impossible.length === 0,
      };
    },
  }),
];

/** So many of the newest events begin a tail. */
const newest = 10;

/** Shows the newest events, then every new one as it comes, until Ctrl-C. */
async function tail(context: Context, { from, follow }: { from?: number; follow: boolean }) {
  const { output, signal } = context;
  const log = await context.log();
  const { seq: head } = await log.head();
  const end = new AbortController();
  const stopped = AbortSignal.any([signal, output.unread, end.signal]);
  let last = Math.max(0, from === undefined ? head - newest : from - 1);
  if (!follow && last >= head) return {};
  for (;;)
    try {
      for await (const event of log.tail(last, stopped, follow)) {
        output.result(event, [eventLine(event)]);
        last = event.seq;
        if (!follow && last >= head) end.abort();
      }
      break;
    } catch (error) {
      if (!(error instanceof OtherHistoryError) || !follow) throw error;
      output.result({ otherHistory: { seq: error.seq } }, [
        `The log has another history now, without event ${error.seq}. Its newest events follow:`,
      ]);
      last = Math.max(0, (await log.head()).seq - newest);
    }
  if (follow || last >= head || stopped.aborted) return {};
  throw new OperatorError(
    `The log ends at event ${last}, though its head is event ${head}: npm run orders -- verify, and see the handbook, 17.`,
  );
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
