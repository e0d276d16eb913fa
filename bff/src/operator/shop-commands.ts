import { openOrderLog, StoreClosedError } from '@karigar/events';
import { storeFigures } from '../operations/redis-state.ts';
import { opsEntries } from '../ops.ts';
import { option, wholeNumber } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime, readableBytes } from './output.ts';
import { command } from './run-command.ts';

/** Commands about the shop as a whole. */
export const shopCommands = [
  command({
    usage: 'stats',
    help: 'The shop in numbers: orders, money, log, memory, disk',
    example: 'stats --json',
    async run(context) {
      const log = await context.log();
      const [head, totals, store] = await Promise.all([log.head(), log.totals(), storeFigures(log.redis)]);
      const { unpaid, paid, shipped, refunded, deleted, attention } = totals;
      const most = store.maxBytes === 0 ? 'no limit' : readableBytes(store.maxBytes);
      return {
        value: { head, totals, store },
        text: [
          `shop       ${head.shop}`,
          `log        ${head.seq} events, ${readableBytes(store.logBytes)}, last at ${isoTime(head.ts || null)}`,
          head.trimmedTo > 0 && `archive    the events up to ${head.trimmedTo} have left Redis`,
          `head       ${head.hash}`,
          `epoch      ${head.epoch}`,
          `generation ${head.gen}`,
          `orders     ${unpaid + paid + shipped + refunded} live: ${unpaid} unpaid, ${paid} paid, ${shipped} shipped, ${refunded} refunded; ${deleted} deleted`,
          `money      $${totals.revenue} received, $${totals.givenBack / 100} given back, $${totals.awaitingPayment} awaited`,
          attention > 0 && `attention  ${attention} orders wait for a decision`,
          `memory     ${readableBytes(store.usedBytes)} of ${most}`,
          `disk       append-only file of ${readableBytes(store.fileBytes)}, last write ${store.fileWritten ? 'ok' : 'failed'}`,
        ],
      };
    },
  }),
  command({
    usage: 'notes',
    help: 'What operators and the shop recorded, newest first',
    example: 'notes --kind payment',
    options: [
      option('--last <n>', 'how many', wholeNumber, 20),
      option(
        '--kind <kind>',
        'only this kind: payment, refund, or the name of a command that takes --why',
        undefined,
        '',
      ),
    ],
    async run(context, { last, kind }: { last: number; kind: string }) {
      const all = await opsEntries((await context.log()).redis, kind === '' ? last : 10_000);
      const value = all.filter((entry) => entry.kind.startsWith(kind)).slice(0, last);
      const text = value.flatMap((entry) => [
        `${isoTime(entry.ts)}  ${entry.kind}  ${entry.who}  ${entry.why}`,
        `          ${JSON.stringify(entry.detail)}`,
      ]);
      return { value, text: text.length === 0 ? ['Nothing was recorded.'] : text };
    },
  }),
  command({
    usage: 'create',
    help: 'Make the store of a new shop in an empty Redis',
    example: 'create --why opening',
    // A server in production never makes one by itself.
    async run({ shop: { redisUrl: url, replicas } }) {
      const there = await openOrderLog({ url, mustExist: true }).catch((error: unknown) => {
        if (error instanceof StoreClosedError && error.reason === 'empty') return null;
        throw error;
      });
      if (there !== null) {
        const head = await there.head().finally(() => there.close());
        throw new OperatorError(`This Redis holds the shop ${head.shop} with ${head.seq} events already.`);
      }
      const made = await openOrderLog({ url, replicas });
      const shop = await made.shop().finally(() => made.close());
      const text = [`Made the store of a new shop: ${shop}`, 'Start its servers now.'];
      return { value: { shop }, text, note: { shop } };
    },
  }),
];
