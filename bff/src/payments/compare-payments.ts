import { isDeleted, type OrderDocument } from '@karigar/events';
import { isPaidBy } from './claim-payment.ts';
import { orderPages } from './order-pages.ts';
import { foremostDispute, type GatewayIntent, type GatewayRefund, givenBack } from './payment-gateway.ts';
import { cents, type PaymentParts } from './payment-parts.ts';
import { fits } from './settle-payment.ts';

/** One thing in which the log and the payment provider differ, and what to do; `orderId` or `intentId` may be empty. */
export interface PaymentDifference {
  readonly orderId: string;
  readonly intentId: string;
  readonly what: string;
  readonly advice: string;
}

type Fault = Pick<PaymentDifference, 'what' | 'advice'>;

/** What the server mends by itself; it asks the provider for news every half minute. */
const waits =
  'The server takes it over within a minute; if it stays, look for payment notes: npm run orders -- notes --kind payment';
const dashboard = 'Look at the payment at the provider’s';

/** Placed, or opened at the provider's, at or after `from` and before `to` (ms). */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Compares the paid orders that were placed within a span of time with the provider, and the successful payments of this shop that
 * were opened within it with the log: state, sum, what was given back, disputes, and what only one side knows. Changes nothing, and
 * stops at the next question when the signal says so. Payments without an order are a person's matter and no difference.
 */
export async function* comparePayments(
  parts: PaymentParts,
  { from, to }: Span,
  signal?: AbortSignal,
): AsyncIterable<PaymentDifference> {
  const paid = { states: ['paid', 'shipped', 'refunded'], from, to } as const;
  const compared = new Set<string>();
  for await (const page of orderPages(parts.log, paid)) {
    for (const order of page) {
      signal?.throwIfAborted();
      const intentId = order.transactionId ?? '';
      compared.add(intentId);
      for (const fault of await faultsOfOrder(parts, order)) yield { orderId: order.id, intentId, ...fault };
    }
  }
  for await (const intent of parts.background.between(from, to)) {
    signal?.throwIfAborted();
    const { orderId } = intent.metadata;
    if (orderId === undefined || intent.state !== 'succeeded') continue;
    if (compared.has(intent.id)) continue;
    for (const fault of await faultsOfPayment(parts, intent, orderId))
      yield { orderId, intentId: intent.id, ...fault };
  }
}

async function faultsOfOrder({ background }: PaymentParts, order: OrderDocument): Promise<Fault[]> {
  if (order.transactionId === null)
    return [{ what: 'the order is paid without a payment', advice: 'Look who said so: show the order' }];
  const intent = await background.find(order.transactionId);
  if (intent === null)
    return [
      {
        what: 'the provider does not know the payment',
        advice:
          'Check that STRIPE_SECRET_KEY is the one of this shop’s account; if it is, ask who marked it paid',
      },
    ];
  if (intent.state === 'foreign')
    return [
      {
        what: 'the payment belongs to another shop, of which this one is a copy',
        advice: 'Nothing to do here: what is to be given back is given back in that shop',
      },
    ];
  const faults: Fault[] = [];
  if (intent.state !== 'succeeded')
    faults.push({
      what: `the provider says ${intent.status}`,
      advice: `${dashboard} before anything is sent`,
    });
  else if (!fits(intent, order))
    faults.push({
      what: `the sum does not fit: ${intent.received} of ${cents(order.price)} cents came`,
      advice: `${dashboard} and give back what is too much`,
    });
  return [
    ...faults,
    ...refundFaults(order, await background.refunds(intent.id)),
    ...(await disputeFaults({ background }, order, intent.id)),
  ];
}

function refundFaults(order: OrderDocument, refunds: readonly GatewayRefund[]): Fault[] {
  const [there, here] = [givenBack(refunds), order.refund?.amount ?? 0];
  const faults: Fault[] = [];
  if (there !== here)
    faults.push({ what: `${there} cents were given back, the log says ${here}`, advice: waits });
  if (order.refundRequest !== null)
    faults.push({ what: 'a refund is asked for and not answered', advice: waits });
  return faults;
}

async function disputeFaults(
  { background }: Pick<PaymentParts, 'background'>,
  order: OrderDocument,
  intentId: string,
): Promise<Fault[]> {
  const foremost = foremostDispute(await background.disputes(intentId));
  const [there, here] = [foremost?.status ?? 'none', order.dispute?.status ?? 'none'];
  return there === here ? [] : [{ what: `the dispute is ${there}, the log says ${here}`, advice: waits }];
}

/** Money of a payment that pays no order of the span: all of it must have gone back, or another order must be paid by it. */
async function faultsOfPayment(
  parts: PaymentParts,
  intent: GatewayIntent,
  orderId: string,
): Promise<Fault[]> {
  const order = await parts.log.order(orderId);
  if (order !== null && !isDeleted(order) && isPaidBy(order, intent.id)) return faultsOfOrder(parts, order);
  if (givenBack(await parts.background.refunds(intent.id)) >= intent.received) return [];
  if (order === null)
    return [
      {
        what: 'money came for an order that the log does not hold',
        advice: 'A backup may have been restored: refund the payment at the provider’s (see the handbook, 7)',
      },
    ];
  if (isDeleted(order)) return [{ what: 'money for a deleted order was kept', advice: waits }];
  return order.status !== 'unpaid'
    ? [{ what: 'money for an order that another payment has paid was kept', advice: waits }]
    : [
        {
          what: 'money came, but the order is unpaid',
          advice: fits(intent, order) ? waits : `${dashboard}: its sum does not fit, give it back`,
        },
      ];
}
