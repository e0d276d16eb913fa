import {
  LogUnavailableError,
  OtherHistoryError,
  orderAsOf,
  type RecordedEvent,
  storeFigures,
  UnknownSchemaError,
} from '@karigar/events';
import { withOpenNote } from '../personal/event-note.ts';
import type { CommandContext } from './command-context.ts';
import { failureText } from './failure-text.ts';
import { OperatorError } from './operator-error.ts';
import { eventLine, orderLines } from './order-text.ts';
import { isoTime, readableBytes } from './output.ts';

/** `tail`: the newest events, then every new one as it comes, until Ctrl-C. */
export async function tail(
  context: CommandContext,
  options: { from?: number; last: number; follow: boolean },
): Promise<number> {
  const { output, signal } = context;
  const log = await context.log();
  const { seq: head } = await log.head();
  const from = Math.max(0, options.from === undefined ? head - options.last : options.from - 1);
  if (!options.follow && from >= head) return 0;
  const end = new AbortController();
  const stopped = AbortSignal.any([signal, output.unread, end.signal]);
  let last = from;
  for (let begun = false; !begun; ) {
    try {
      begun = true;
      for await (const event of log.tail(last, stopped, options.follow)) {
        const opened = await withNote(context, event);
        output.record(opened);
        output.line(eventLine(opened));
        if (opened.type === 'event.voided' && opened.data.note !== null) output.line(dataLine(opened));
        last = event.seq;
        if (!options.follow && last >= head) end.abort();
      }
    } catch (error) {
      if (!(error instanceof OtherHistoryError) || !options.follow) throw error;
      output.record({ otherHistory: { seq: error.seq } });
      output.line(`The log has another history now, without event ${error.seq}. Its newest events follow:`);
      last = Math.max(0, (await log.head()).seq - options.last);
      begun = false;
    }
  }
  if (options.follow || last >= head || stopped.aborted) return 0;
  throw new OperatorError(
    `The log ends at event ${last}, though its head is event ${head}: npm run orders -- verify, and see the handbook, 17.`,
  );
}

/** `show`: one order's history and state. */
export async function show(context: CommandContext, orderId: string): Promise<number> {
  const log = await context.log();
  const [order, history, intent] = await Promise.all([
    log.order(orderId),
    log.history(orderId),
    log.intent(orderId),
  ]).catch((error: unknown) => {
    if (error instanceof LogUnavailableError || error instanceof UnknownSchemaError) throw error;
    throw new OperatorError(
      `${failureText(error)}\nThe log itself is asked by: npm run orders -- replay ${orderId}`,
    );
  });
  if (order === null) throw new OperatorError(`No order ${orderId} is or was in this shop.`);
  context.output.result({ order, intent, history }, () => {
    for (const line of orderLines(order)) context.output.line(line);
    if (intent !== null) context.output.line(`intent    ${intent.intentId} (attempt ${intent.attempt})`);
    context.output.line();
    for (const event of history) {
      context.output.line(eventLine(event));
      context.output.line(dataLine(event));
    }
  });
  return 0;
}

const dataLine = (event: RecordedEvent): string => `          ${JSON.stringify(event.data)}`;

/** An event with its note as the operator's keys open it; sealed as it is where those do not. */
async function withNote(context: CommandContext, event: RecordedEvent): Promise<RecordedEvent> {
  if (event.type !== 'event.voided' || event.data.note === null) return event;
  try {
    const order = await (await context.log()).order(event.subject);
    return order === null ? event : await withOpenNote(await context.personal(), order.uid, event);
  } catch (error) {
    context.output.complain(`The note of event ${event.seq} stays sealed. ${failureText(error)}`);
    return event;
  }
}

/** `as-of`: the order as it was after an event or at a time. */
export async function asOf(
  context: CommandContext,
  orderId: string,
  until: { seq?: number; time?: number },
): Promise<number> {
  const log = await context.log();
  const history = await log.history(orderId);
  if (history.length === 0) throw new OperatorError(`No order ${orderId} is or was in this shop.`);
  const { seq: head } = await log.head();
  if (until.seq !== undefined && until.seq > head) {
    throw new OperatorError(`There is no event ${until.seq} yet: the log ends at event ${head}.`);
  }
  const limit = until.seq === undefined ? { time: until.time ?? Date.now() } : { seq: until.seq };
  const order = orderAsOf(orderId, history, limit);
  context.output.result({ asOf: limit, order }, () => {
    if (order === null) context.output.line('The order had not been placed yet.');
    else for (const line of orderLines(order)) context.output.line(line);
  });
  return 0;
}

/** `stats`: the shop in numbers. */
export async function stats(context: CommandContext): Promise<number> {
  const log = await context.log();
  const [head, totals, store] = await Promise.all([log.head(), log.totals(), storeFigures(log.redis)]);
  const orders = totals.unpaid + totals.paid + totals.shipped + totals.refunded;
  context.output.result({ head, totals, store }, () => {
    const { line } = context.output;
    line(`shop       ${head.shop}`);
    line(
      `log        ${head.seq} events, ${readableBytes(store.logBytes)}, last at ${isoTime(head.ts || null)}`,
    );
    if (head.trimmedTo > 0) line(`archive    the events up to ${head.trimmedTo} have left Redis`);
    line(`head       ${head.hash}`);
    line(`epoch      ${head.epoch}`);
    line(`generation ${head.gen}`);
    line(
      `orders     ${orders} live: ${totals.unpaid} unpaid, ${totals.paid} paid, ${totals.shipped} shipped, ${totals.refunded} refunded; ${totals.deleted} deleted`,
    );
    line(
      `money      $${totals.revenue} received, $${totals.givenBack / 100} given back, $${totals.awaitingPayment} awaited`,
    );
    if (totals.attention > 0) line(`attention  ${totals.attention} orders wait for a decision`);
    line(
      `memory     ${readableBytes(store.usedBytes)} of ${store.maxBytes === 0 ? 'no limit' : readableBytes(store.maxBytes)}`,
    );
    line(
      `disk       appendonly ${store.persistence.appendonly}, ${readableBytes(store.persistence.fileBytes)}, last write ${store.persistence.lastWrite}`,
    );
  });
  return 0;
}

/** `notes`: what operators and the shop itself recorded, newest first. */
export async function notes(
  context: CommandContext,
  options: { last: number; kind?: string },
): Promise<number> {
  const log = await context.log();
  const all = await log.opsEntries(options.kind === undefined ? options.last : 10_000);
  const entries = all.filter(({ kind }) => options.kind === undefined || kind.startsWith(options.kind));
  const shown = entries.slice(0, options.last);
  context.output.result(shown, () => {
    if (shown.length === 0) context.output.line('Nothing was recorded.');
    for (const entry of shown) {
      context.output.line(`${isoTime(entry.ts)}  ${entry.kind}  ${entry.who}  ${entry.why}`);
      context.output.line(`          ${JSON.stringify(entry.detail)}`);
    }
  });
  return 0;
}
