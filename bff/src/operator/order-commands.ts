import {
  LogUnavailableError,
  OtherHistoryError,
  orderAsOf,
  type RecordedEvent,
  replayOrder,
  UnknownSchemaError,
} from '@karigar/events';
import { withOpenNote } from '../personal/event-note.ts';
import { argument, moment, option, wholeNumber } from './arguments.ts';
import { type Context, command } from './command.ts';
import { failureText, OperatorError } from './failure-text.ts';
import { dataLine, eventLine, orderLines } from './order-text.ts';

const order = [argument('<order>', 'its number or id')];
const unknown = (id: string) => new OperatorError(`No order ${id} is or was in this shop.`);

/** Commands that look at orders and events. */
export const orderCommands = [
  command({
    name: 'tail',
    help: 'Follow the log: the newest events, then each new one',
    examples: ['tail', 'tail --from 1 --no-follow --json'],
    options: [
      option('--from <seq>', 'begin at this event', wholeNumber),
      option('--last <n>', 'begin with the newest n', wholeNumber, 10),
      option('--no-follow', 'end after the newest event'),
    ],
    run: tail,
  }),
  command({
    name: 'show',
    help: 'One order: its state and its history',
    examples: ['show K-180', 'show ord_1f0c… --json'],
    args: order,
    async run(context, options: { order: string }) {
      const log = await context.log();
      const id = await context.orderId(options.order);
      const [found, history, intent] = await Promise.all([
        log.order(id),
        log.history(id),
        log.intent(id),
      ]).catch((error: unknown) => {
        if (error instanceof LogUnavailableError || error instanceof UnknownSchemaError) throw error;
        throw new OperatorError(
          `${failureText(error)}\nThe log itself is asked by: npm run orders -- replay ${id}`,
        );
      });
      if (found === null) throw unknown(id);
      return {
        value: { order: found, intent, history },
        text: [
          ...orderLines(found),
          ...(intent === null ? [] : [`intent    ${intent}`]),
          '',
          ...history.flatMap((event) => [eventLine(event), dataLine(event)]),
        ],
      };
    },
  }),
  command({
    name: 'as-of',
    help: 'One order as it was',
    examples: ['as-of K-180 --seq 1204', 'as-of ord_1f0c… --time 2026-11-21T18:30:00Z'],
    args: order,
    options: [
      option('--seq <n>', 'after this event', wholeNumber),
      option('--time <time>', 'at this time', moment).conflicts('seq'),
    ],
    async run(
      context,
      { seq, time = Date.now(), ...options }: { order: string; seq?: number; time?: number },
    ) {
      const log = await context.log();
      const id = await context.orderId(options.order);
      const history = await log.history(id);
      if (history.length === 0) throw unknown(id);
      const head = await log.head();
      if (seq !== undefined && seq > head.seq)
        throw new OperatorError(`There is no event ${seq} yet: the log ends at event ${head.seq}.`);
      const asOf = seq === undefined ? { time } : { seq };
      const found = orderAsOf(id, history, asOf);
      const text = found === null ? ['The order had not been placed yet.'] : orderLines(found);
      return { value: { asOf, order: found }, text };
    },
  }),
  command({
    name: 'replay',
    help: 'Fold one order from the whole log, whatever the read models know of it, and compare',
    examples: ['replay K-180'],
    args: order,
    async run(context, options: { order: string }) {
      const id = await context.orderId(options.order);
      const { seq: head } = await (await context.log()).head();
      const progress = context.progress();
      const value = await replayOrder(await context.store(), id, context.signal, (seq) =>
        progress(seq, Math.max(seq, head)),
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
            : `THE READ MODEL DIFFERS: ${difference}`,
          difference !== null && 'What to do: npm run orders -- rebuild',
        ],
        ok: difference === null && impossible.length === 0,
      };
    },
  }),
];

/** Shows the newest events, then every new one as it comes, until Ctrl-C. */
async function tail(context: Context, options: { from?: number; last: number; follow: boolean }) {
  const { output, signal } = context;
  const log = await context.log();
  const { seq: head } = await log.head();
  const end = new AbortController();
  const stopped = AbortSignal.any([signal, output.unread, end.signal]);
  let last = Math.max(0, options.from === undefined ? head - options.last : options.from - 1);
  if (!options.follow && last >= head) return {};
  const follow = async () => {
    for await (const event of log.tail(last, stopped, options.follow)) {
      const opened = await withNote(context, event);
      output.record(opened);
      output.line(eventLine(opened));
      if (opened.type === 'event.voided' && opened.data.note !== null) output.line(dataLine(opened));
      last = event.seq;
      if (!options.follow && last >= head) end.abort();
    }
  };
  for (;;)
    try {
      await follow();
      break;
    } catch (error) {
      if (!(error instanceof OtherHistoryError) || !options.follow) throw error;
      output.record({ otherHistory: { seq: error.seq } });
      output.line(`The log has another history now, without event ${error.seq}. Its newest events follow:`);
      last = Math.max(0, (await log.head()).seq - options.last);
    }
  if (options.follow || last >= head || stopped.aborted) return {};
  throw new OperatorError(
    `The log ends at event ${last}, though its head is event ${head}: npm run orders -- verify, and see the handbook, 17.`,
  );
}

/** Opens the note of a void event; it stays sealed where the operator's keys do not open it. */
async function withNote(context: Context, event: RecordedEvent): Promise<RecordedEvent> {
  if (event.type !== 'event.voided' || event.data.note === null) return event;
  try {
    const found = await (await context.log()).order(event.subject);
    return found === null ? event : await withOpenNote(await context.personal(), found.uid, event);
  } catch (error) {
    context.output.complain(`The note of event ${event.seq} stays sealed. ${failureText(error)}`);
    return event;
  }
}
