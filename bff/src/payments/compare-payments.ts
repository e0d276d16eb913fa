import { isDeleted, type OrderDocument } from '@karigar/events';
import { foremostDispute, type GatewayIntent, givenBack } from './payment-gateway.ts';
import { cents, orderPages, type PaymentParts } from './payment-parts.ts';
import { fits, paidBy } from './settle-payment.ts';

/** One thing in which the log and the payment provider differ, and what to do; `orderId` or `intentId` may be empty. */
export interface PaymentDifference {
  orderId: string;
  intentId: string;
  what: string;
  advice: string;
}

/** What is wrong, and what to do. */
type Fault = readonly [what: string, advice: string];

/** What the server mends by itself; it asks the provider for news every half minute. */
const waits =
  'The server takes it over within a minute; if it stays, look for payment notes: npm run orders -- notes --kind payment';
const dashboard = 'Look at the payment at the provider’s';

/** Placed, or opened at the provider's, at or after `from` and before `to` (ms). */
export interface Span {
  from: number;
  to: number;
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
  const { log, background } = parts;
  const compared = new Set<string>();
  for await (const page of orderPages(log, { states: ['paid', 'shipped', 'refunded'], from, to }))
    for (const order of page) {
      signal?.throwIfAborted();
      const intentId = order.transactionId ?? '';
      compared.add(intentId);
      yield* named(order.id, intentId, faultsOfOrder(parts, order, await background.find(intentId)));
    }
  for await (const intent of background.between(from, to)) {
    signal?.throwIfAborted();
    const { orderId } = intent.metadata;
    if (orderId === undefined || intent.state !== 'succeeded' || compared.has(intent.id)) continue;
    yield* named(orderId, intent.id, faultsOfPayment(parts, intent, orderId));
  }
}

async function* named(orderId: string, intentId: string, faults: AsyncIterable<Fault>) {
  for await (const [what, advice] of faults) yield { orderId, intentId, what, advice };
}

async function* faultsOfOrder(
  { background }: PaymentParts,
  order: OrderDocument,
  intent: GatewayIntent | null,
): AsyncIterable<Fault> {
  if (intent === null) {
    const advice =
      'Check that STRIPE_SECRET_KEY is the one of this shop’s account; if it is, ask who marked it paid';
    return yield ['the provider does not know the payment', advice];
  }
  if (intent.state === 'foreign') {
    const advice = 'Nothing to do here: what is to be given back is given back in that shop';
    return yield ['the payment belongs to another shop, of which this one is a copy', advice];
  }
  if (intent.state !== 'succeeded')
    yield [`the provider says ${intent.status}`, `${dashboard} before anything is sent`];
  else if (!fits(intent, order)) {
    const what = `the sum does not fit: ${intent.received} of ${cents(order.price)} cents came`;
    yield [what, `${dashboard} and give back what is too much`];
  }
  const [back, known] = [givenBack(await background.refunds(intent.id)), order.refund?.amount ?? 0];
  if (back !== known) yield [`${back} cents were given back, the log says ${known}`, waits];
  if (order.refundRequest !== null) yield ['a refund is asked for and not answered', waits];
  const dispute = foremostDispute(await background.disputes(intent.id))?.status ?? 'none';
  const recorded = order.dispute?.status ?? 'none';
  if (dispute !== recorded) yield [`the dispute is ${dispute}, the log says ${recorded}`, waits];
}

/** Money of a payment that pays no order of the span: all of it must have gone back, or another order must be paid by it. */
async function* faultsOfPayment(
  parts: PaymentParts,
  intent: GatewayIntent,
  orderId: string,
): AsyncIterable<Fault> {
  const order = await parts.log.order(orderId);
  const paid = paidBy(order, intent.id);
  if (paid !== null) return yield* faultsOfOrder(parts, paid, await parts.background.find(intent.id));
  if (givenBack(await parts.background.refunds(intent.id)) >= intent.received) return;
  if (order === null) {
    const advice =
      'A backup may have been restored: refund the payment at the provider’s (see the handbook, 7)';
    yield ['money came for an order that the log does not hold', advice];
  } else if (isDeleted(order)) yield ['money for a deleted order was kept', waits];
  else if (order.status !== 'unpaid')
    yield ['money for an order that another payment has paid was kept', waits];
  else {
    const advice = fits(intent, order) ? waits : `${dashboard}: its sum does not fit, give it back`;
    yield ['money came, but the order is unpaid', advice];
  }
}
