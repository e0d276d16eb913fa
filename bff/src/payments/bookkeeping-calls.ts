import type { OrderDocument, ShopClock } from '@karigar/events';
import { recordAudit } from '../audit.ts';
import { showNumber } from '../contracts/order-number.ts';
import { adminOf, type Handlers } from '../http/call.ts';
import { type CsvColumns, csvAnswer } from '../http/csv-stream.ts';
import { currencyOf } from './order-currency.ts';
import { GatewayUnavailableError } from './payment-gateway.ts';
import { cents, orderPages, type PaymentParts } from './payment-parts.ts';

/** A payment may come days after its order, while that holds its stock. */
const paidWithinMs = 7 * 24 * 3_600_000;

/** Makes the call with which an admin takes the figures of paid orders to the bookkeeper: no names, no addresses. */
export function bookkeepingCalls(
  { log, background, cards }: Pick<PaymentParts, 'log' | 'background' | 'cards'>,
  clock: ShopClock,
) {
  return {
    async 'GET /bookkeeping.csv'({ c, person, query }) {
      const [from, to] = [clock.startOf(query.from), clock.endOf(query.to)];
      // Nothing when the provider is away: the rest of the file is as good without.
      const none = new Map<string, number>();
      const fees = cards
        ? await background.fees(from, to + paidWithinMs).catch((error: unknown) => {
            if (error instanceof GatewayUnavailableError) return none;
            throw error;
          })
        : none;
      await recordAudit(log.redis, adminOf(c, person), {
        kind: 'bookkeeping.exported',
        subject: 'bookkeeping.csv',
        detail: query,
      });
      const states = ['paid', 'shipped', 'refunded'] as const;
      const name = `bookkeeping-${query.from}-${query.to}.csv`;
      return csvAnswer(c, name, columns(fees, clock), orderPages(log, { states, from, to }));
    },
  } satisfies Partial<Handlers>;
}

/** `fees` are by payment (cents); of a payment without one the cell is empty. */
const columns = (fees: ReadonlyMap<string, number>, { isoOf }: ShopClock): CsvColumns<OrderDocument> => {
  const back = ({ refund }: OrderDocument): number => refund?.amount ?? 0;
  return {
    orderId: (order) => order.id,
    placedAt: (order) => isoOf(order.createdAt),
    paidAt: ({ paidAt }) => (paidAt === null ? '' : isoOf(paidAt)),
    toolsName: null,
    quantity: null,
    gross: (order) => order.price,
    refund: (order) => back(order) / 100,
    refundedAt: ({ refund }) => (refund?.amount ? isoOf(refund.at) : ''),
    net: (order) => (cents(order.price) - back(order)) / 100,
    fee: ({ transactionId }) => {
      const fee = fees.get(transactionId ?? '');
      return fee === undefined ? '' : fee / 100;
    },
    currency: currencyOf,
    transactionId: null,
    number: (order) => showNumber(order.number),
    paidBy: ({ paidWay }) => paidWay ?? 'card',
  };
};
