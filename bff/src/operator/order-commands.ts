import {
  type ArchiveMoment,
  LogUnavailableError,
  OtherHistoryError,
  orderAsOf,
  replayOrder,
  UnknownSchemaError,
} from '@karigar/events';
import { asOfOption, option, wholeNumber } from './arguments.ts';
import { failureText, OperatorError } from './failure-text.ts';
import { eventLine, orderLines } from './order-text.ts';
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
