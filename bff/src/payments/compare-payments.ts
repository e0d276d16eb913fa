import { isDeleted } from '@karigar/events';
import { foremostDispute, type GatewayIntent, givenBack } from './payment-gateway.ts';
import { cents, type FoundOrder, orderPages, type PaymentParts } from './payment-parts.ts';
import { fits, paidBy } from './settle-payment.ts';

/** One thing in which the log and the payment provider differ, and what to do; `intentId` may be empty. */
export interface PaymentDifference {
  orderId: string;
  intentId: string;
  what: string;
  advice: string;
}

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
      // The provider knows nothing of what was paid by hand.
      if (order.paidWay !== null) continue;
      const intentId = order.transactionId ?? '';
      compared.add(intentId);
      yield* differences(parts, order.id, intentId, order, await background.find(intentId));
    }
  for await (const intent of background.between(from, to)) {
    signal?.throwIfAborted();
    const { orderId } = intent.metadata;
    if (orderId === undefined || intent.state !== 'succeeded' || compared.has(intent.id)) continue;
    yield* differences(parts, orderId, intent.id, await log.order(orderId), intent);
  }
}

async function* differences(
  { background }: PaymentParts,
  orderId: string,
  intentId: string,
  order: FoundOrder,
  intent: GatewayIntent | null,
): AsyncIterable<PaymentDifference> {
  const one = (what: string, advice: string) => ({ orderId, intentId, what, advice });
  if (intent === null) {
    const advice =
      'Check that STRIPE_SECRET_KEY is the one of this shop’s account; if it is, ask who marked it paid';
    return yield one('the provider does not know the payment', advice);
  }
  if (intent.state === 'foreign') {
    const advice = 'Nothing to do here: what is to be given back is given back in that shop';
    return yield one('the payment belongs to another shop, of which this one is a copy', advice);
  }
  const back = givenBack(await background.refunds(intentId));
  const paid = paidBy(order, intentId);
  if (paid !== null) {
    if (intent.state !== 'succeeded')
      yield one(`the provider says ${intent.status}`, `${dashboard} before anything is sent`);
    else if (!fits(intent, paid)) {
      const what = `the sum does not fit: ${intent.amount_received} of ${cents(paid.price)} cents came`;
      yield one(what, `${dashboard} and give back what is too much`);
    }
    const known = paid.refund?.amount ?? 0;
    if (back !== known) yield one(`${back} cents were given back, the log says ${known}`, waits);
    if (paid.refundRequest !== null) yield one('a refund is asked for and not answered', waits);
    const dispute = foremostDispute(await background.disputes(intentId))?.status ?? 'none';
    const recorded = paid.dispute?.status ?? 'none';
    if (dispute !== recorded) yield one(`the dispute is ${dispute}, the log says ${recorded}`, waits);
    return;
  }
  // A payment that pays no order: all of its money must have gone back.
  if (back >= intent.amount_received) return;
  if (order === null) {
    const advice =
      'A backup may have been restored: refund the payment at the provider’s (see the handbook, 7)';
    yield one('money came for an order that the log does not hold', advice);
  } else if (isDeleted(order)) yield one('money for a deleted order was kept', waits);
  else if (order.status !== 'unpaid')
    yield one('money for an order that another payment has paid was kept', waits);
  else {
    const advice = fits(intent, order) ? waits : `${dashboard}: its sum does not fit, give it back`;
    yield one('money came, but the order is unpaid', advice);
  }
}
