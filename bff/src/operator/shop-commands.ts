import { openOrderLog } from '@karigar/events';
import { formatMoney } from '../contracts/money.ts';
import { lines } from '../doctor/check.ts';
import { doctorChecks } from '../doctor/doctor-checks.ts';
import { storeFigures } from '../operations/redis-state.ts';
import { opsEntries } from '../ops.ts';
import { comparePayments, type PaymentDifference } from '../payments/compare-payments.ts';
import { inBackground, stripeGateway } from '../payments/stripe-gateway.ts';
import { option, time } from './arguments.ts';
import { failureText, OperatorError } from './failure-text.ts';
import { isoTime, megabytes } from './output.ts';
import { command } from './run-command.ts';
import { dataKeysOf, keysThere } from './shop-settings.ts';

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
      return {
        value: { head, totals, store },
        text: [
          `shop       ${head.shop}`,
          `log        ${head.seq} events, ${megabytes(store.logBytes)}, last at ${isoTime(head.ts || null)}`,
          head.trimmedTo > 0 && `archive    the events up to ${head.trimmedTo} have left Redis`,
          `head       ${head.hash}`,
          `epoch      ${head.epoch}`,
          `generation ${head.gen}`,
          `orders     ${unpaid + paid + shipped + refunded} live: ${unpaid} unpaid, ${paid} paid, ${shipped} shipped, ${refunded} refunded; ${deleted} deleted`,
          `money      ${formatMoney(totals.revenue)} received, ${formatMoney(totals.givenBack / 100)} given back, ${formatMoney(totals.awaitingPayment)} awaited`,
          attention > 0 && `attention  ${attention} orders wait for a decision`,
          `memory     ${megabytes(store.usedBytes)} of ${store.maxBytes === 0 ? 'no limit' : megabytes(store.maxBytes)}`,
          `disk       append-only file of ${megabytes(store.fileBytes)}, last write ${store.fileWritten ? 'ok' : 'failed'}`,
        ],
      };
    },
  }),
  command({
    usage: 'notes',
    help: 'What operators and the shop recorded last, newest first',
    example: 'notes --kind payment',
    options: [option('--kind <kind>', 'only this kind: payment, refund, or the name of a command')],
    async run(context, { kind = '' }: { kind?: string }) {
      const all = await opsEntries((await context.log()).redis, 10_000);
      const value = all.filter((entry) => entry.kind.startsWith(kind)).slice(0, 100);
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
    records: 'always',
    async run({ shop: { redisUrl: url, replicas, timeZone } }) {
      const made = await openOrderLog({ url, replicas, timeZone });
      const { shop, seq } = await made.head().finally(() => made.close());
      if (seq > 0) throw new OperatorError(`This Redis holds the shop ${shop} with ${seq} events already.`);
      const text = [`Made the store of a new shop: ${shop}`, 'Start its servers now.'];
      return { value: { shop }, text, note: { shop } };
    },
  }),
  command({
    usage: 'payments',
    help: 'Compare orders with the payment provider (sums, states, refunds, disputes, what only one side knows) and say what to do; changes nothing',
    example: 'payments --from 2026-11-01',
    options: [option('--from <time>', 'only what was placed or opened from this time on', time)],
    async run(context, { from = 0 }: { from?: number }) {
      const { shop, output, signal } = context;
      const { secretKey, simulatorUrl } = shop.payments;
      if (!secretKey)
        throw new OperatorError(
          'The payment provider is not configured: set STRIPE_SECRET_KEY as the server has it.',
        );
      const log = await context.log();
      // An operator has the time that a waiting customer has not.
      const gateway = stripeGateway({ secretKey, webhookSecret: '', simulatorUrl }, inBackground, log);
      const asked = { cards: true, ways: [], gateway, background: gateway };
      const parts = { log, ...asked, guard: null, notice: () => undefined };
      const differences: PaymentDifference[] = [];
      // Each is told as soon as it is found, because asking about each payment takes long in a large shop.
      for await (const one of comparePayments(parts, { from, to: Date.now() + 1_000 }, signal)) {
        differences.push(one);
        output.line(`PAYMENT  order ${one.orderId}  payment ${one.intentId}: ${one.what}. ${one.advice}.`);
      }
      const { length } = differences;
      return {
        value: { from: isoTime(from), differences },
        text: [
          length === 0 ? 'The payment provider agrees.' : `Differences from the payment provider: ${length}.`,
        ],
        ok: length === 0,
      };
    },
  }),
  command({
    usage: 'doctor',
    help: 'Check the configuration against the real services: Redis, storage, keys, mail, Stripe, Firebase, clock, name and certificate',
    example: 'doctor',
    needsAllSettings: true,
    async run({ shop, log, objects }) {
      const checks = doctorChecks(shop, {
        ...{ log, objects },
        keys: () => keysThere(shop),
        dataKeys: () => dataKeysOf(shop),
      });
      const value = await lines(checks, failureText);
      const text = value.map((row) => `${row.state.padEnd(6)}${row.name.padEnd(10)}${row.text}`);
      return { value, text, ok: value.every(({ state }) => state !== 'FAULT') };
    },
  }),
];
