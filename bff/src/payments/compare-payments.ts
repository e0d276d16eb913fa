import { isDeleted, type OrderDocument } from '@karigar/events';
import { orderPages } from './order-pages.ts';
import { foremostDispute, type GatewayIntent, givenBack } from './payment-gateway.ts';
import { cents, type PaymentParts } from './payment-parts.ts';
import { fits, paidBy } from './settle-payment.ts';

/** One thing in which the log and the payment provider differ, and what to do; `orderId` or `intentId` may be empty. */
export interface PaymentDifference {
  readonly orderId: string;
  readonly intentId: string;
  readonly what: string;
  readonly advice: string;
}

/** What is wrong, and what to do. */
type Fault = readonly [what: string, advice: string];

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
      for (const [what, advice] of await faultsOfOrder(parts, order, intentId))
        yield { orderId: order.id, intentId, what, advice };
    }
  }
  for await (const intent of parts.background.between(from, to)) {
    signal?.throwIfAborted();
    const { orderId } = intent.metadata;
    if (orderId === undefined || intent.state !== 'succeeded' || compared.has(intent.id)) continue;
    for (const [what, advice] of await faultsOfPayment(parts, intent, orderId))
      yield { orderId, intentId: intent.id, what, advice };
  }
}

async function faultsOfOrder(
  { background }: PaymentParts,
  order: OrderDocument,
  intentId: string,
): Promise<Fault[]> {
  const intent = await background.find(intentId);
  if (intent === null)
    return [
      [
        'the provider does not know the payment',
        'Check that STRIPE_SECRET_KEY is the one of this shop’s account; if it is, ask who marked it paid',
      ],
    ];
  if (intent.state === 'foreign')
    return [
      [
        'the payment belongs to another shop, of which this one is a copy',
        'Nothing to do here: what is to be given back is given back in that shop',
      ],
    ];
  const faults: Fault[] = [];
  if (intent.state !== 'succeeded')
    faults.push([`the provider says ${intent.status}`, `${dashboard} before anything is sent`]);
  else if (!fits(intent, order))
    faults.push([
      `the sum does not fit: ${intent.received} of ${cents(order.price)} cents came`,
      `${dashboard} and give back what is too much`,
    ]);
  const [back, known] = [givenBack(await background.refunds(intentId)), order.refund?.amount ?? 0];
  if (back !== known) faults.push([`${back} cents were given back, the log says ${known}`, waits]);
  if (order.refundRequest !== null) faults.push(['a refund is asked for and not answered', waits]);
  const dispute = foremostDispute(await background.disputes(intentId))?.status ?? 'none';
  const recorded = order.dispute?.status ?? 'none';
  if (dispute !== recorded) faults.push([`the dispute is ${dispute}, the log says ${recorded}`, waits]);
  return faults;
}

/** Money of a payment that pays no order of the span: all of it must have gone back, or another order must be paid by it. */
async function faultsOfPayment(
  parts: PaymentParts,
  intent: GatewayIntent,
  orderId: string,
): Promise<Fault[]> {
  const order = await parts.log.order(orderId);
  const paid = paidBy(order, intent.id);
  if (paid !== null) return faultsOfOrder(parts, paid, intent.id);
  if (givenBack(await parts.background.refunds(intent.id)) >= intent.received) return [];
  if (order === null)
    return [
      [
        'money came for an order that the log does not hold',
        'A backup may have been restored: refund the payment at the provider’s (see the handbook, 7)',
      ],
    ];
  if (isDeleted(order)) return [['money for a deleted order was kept', waits]];
  if (order.status !== 'unpaid')
    return [['money for an order that another payment has paid was kept', waits]];
  const fitting = fits(intent, order);
  return [
    [
      'money came, but the order is unpaid',
      fitting ? waits : `${dashboard}: its sum does not fit, give it back`,
    ],
  ];
}
