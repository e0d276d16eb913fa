import type { Order, ShopConfig } from '@karigar/bff/contracts';
import { dayCount } from '@karigar/bff/page-words';
import { orderState } from '../../shared/orders/order-state.tsx';
import { formatMoney } from '../../shared/ui/money.tsx';
import { dateOf, dateTime } from '../../shared/ui/time.ts';

/** How long an unpaid order still holds its stock; null when it never ends or is over. `now` in ms. */
export function reservedText({ paid, reservedUntil }: Order, now = Date.now()): string | null {
  if (paid || reservedUntil === null) return null;
  return Date.parse(reservedUntil) > now ? `Reserved until ${dateTime(reservedUntil)}` : null;
}

/**
 * What became of an order's money, a sentence each: what went back and when, then what is still to come. Empty where
 * none was asked for.
 */
export function refundTexts({ price, refund, refundRequest, refundFailure }: Order): string[] {
  const texts: string[] = [];
  if (refund !== null && refund.amount > 0) {
    const part = refund.amount < price ? ` of ${formatMoney(price)}` : '';
    texts.push(`${formatMoney(refund.amount)}${part} was refunded on ${dateOf(refund.at)}.`);
  }
  if (refundRequest !== null) texts.push('Your refund is in progress.');
  else if (refundFailure !== null) texts.push('The refund didn’t go through. We’ll try again.');
  return texts;
}

/** Tells whether the customer may ask to cancel: the order is paid and has not left, no refund of it is asked for or has failed, and they have not asked before. */
export const mayAskToCancel = (order: Order): boolean =>
  orderState(order) === 'paid' &&
  order.refundRequest === null &&
  order.refundFailure === null &&
  order.cancellation === null;

/** How soon a paid order leaves; `shipping` is undefined until the configuration is known. */
export function dispatchText(shipping: ShopConfig['shipping'] | undefined): string {
  if (shipping === undefined) return 'packed and shipped';
  return `packed and shipped, usually within ${dayCount(shipping.dispatchDays)}`;
}

/** Where an order's parcel is, in a few words. */
export function deliveryText(order: Order): string {
  if (order.status === 'Shipped') {
    const day = order.shippedAt === null ? '' : ` on ${dateOf(order.shippedAt)}`;
    return `Shipped${day}${order.carrier === null ? '' : ` with ${order.carrier}`}`;
  }
  if (order.refund?.whole === true) return 'Not shipped';
  return order.paid ? 'Not shipped yet' : 'Ships after payment';
}
