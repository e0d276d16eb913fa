import type { OrderDocument, ShopClock } from '@karigar/events';
import { recordAudit } from '../audit.ts';
import { showNumber } from '../contracts/order-number.ts';
import { type Handlers, originOf } from '../http/call.ts';
import { isPublicAddress } from '../http/client-address.ts';
import { type CsvColumns, csvAnswer } from '../http/csv-stream.ts';
import { readBody } from '../http/read-body.ts';
import type { Personal } from '../personal/personal.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { openForOrder, openUnbound } from './open-intent.ts';
import { takeMessage } from './payment-events.ts';
import { GatewayUnavailableError } from './payment-gateway.ts';
import { cents, currencyOf, orderPages, type PaymentParts, requireCards } from './payment-parts.ts';

const maxWebhookBytes = 256 * 1024;
/** A payment may come days after its order, while that holds its stock. */
const paidWithinMs = 7 * 24 * 3_600_000;

/** The calls that begin a payment and that take the provider's messages, and the file of paid orders for the bookkeeper: no names, no addresses. */
export function paymentCalls(payments: PaymentParts, personal: Pick<Personal, 'hashOf'>, clock: ShopClock) {
  return {
    async 'POST /create-payment-intent'({ c, person, body: { orderId, price = 0 } }) {
      requireCards(payments);
      const address = c.get('address');
      // Keyed, so that neither a record nor the provider can tell the address.
      const from = isPublicAddress(address) ? personal.hashOf(`payer ${address}`) : undefined;
      const { client_secret, id, status } = await (orderId === undefined
        ? openUnbound(payments, person.uid, from, price)
        : openForOrder(payments, person, from, orderId, c.get('requestId')));
      return { clientSecret: client_secret ?? '', intentId: id, status: status as string };
    },
    async 'POST /webhooks/stripe'({ c }) {
      requireCards(payments);
      const signature = c.req.header('stripe-signature');
      if (!signature) throw new ProblemError('INVALID', 'The Stripe-Signature header is missing.');
      await takeMessage(payments, await readBody(c, maxWebhookBytes, () => c.req.text()), signature);
      return { received: true };
    },
    async 'GET /bookkeeping.csv'({ c, person, query }) {
      const { log, background, cards } = payments;
      const [from, to] = [clock.startOf(query.from), clock.endOf(query.to)];
      // Nothing when the provider is away: the rest of the file is as good without.
      const none = new Map<string, number>();
      const fees = cards
        ? await background.fees(from, to + paidWithinMs).catch((error: unknown) => {
            if (error instanceof GatewayUnavailableError) return none;
            throw error;
          })
        : none;
      await recordAudit(log.redis, originOf(c, person, 'admin'), {
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
