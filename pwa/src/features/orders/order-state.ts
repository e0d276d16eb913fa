import type { Order, ShopConfig } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { formatMoney } from '../../shared/ui/money.tsx';
import { orderState } from '../../shared/ui/order-state.tsx';
import { dateOf } from '../../shared/ui/time.ts';

/**
 * How long an unpaid order still holds its stock, as a date in the person's language; null when it never ends or is
 * over. `now` in ms.
 */
export function reservedText(
  order: Pick<Order, 'paid' | 'reservedUntil'>,
  now: number,
  format: (time: number) => string,
): string | null {
  if (order.paid || order.reservedUntil === null) return null;
  const until = Date.parse(order.reservedUntil);
  return until > now ? `Reserved until ${format(until)}` : null;
}

/**
 * What became of an order's money, a sentence each: what went back and when, then what is still to come. Empty where
 * nobody has asked for any.
 */
export function refundTexts({
  price,
  refund,
  refundRequest,
  refundFailure,
}: Pick<Order, 'price' | 'refund' | 'refundRequest' | 'refundFailure'>): string[] {
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

/** The number that people call an order by; null for one that an older release saved, until the shop is asked again. */
export const shownNumber = ({ number }: Pick<Order, 'number'>): string | null =>
  number > 0 ? showNumber(number) : null;

/** How soon a paid order leaves; configuration that an older release saved does not say. */
export function dispatchText(shipping: ShopConfig['shipping'] | undefined): string {
  if (shipping === undefined) return 'packed and shipped';
  const { dispatchDays: days } = shipping;
  return `packed and shipped, usually within ${days === 1 ? '1 day' : `${days} days`}`;
}

/** Where an order's parcel is, in a few words. */
export function deliveryText(
  order: Pick<Order, 'status' | 'refund' | 'paid' | 'shippedAt' | 'carrier'>,
): string {
  if (order.status === 'Shipped') {
    const day = order.shippedAt === null ? '' : ` on ${dateOf(order.shippedAt)}`;
    return `Shipped${day}${order.carrier === null ? '' : ` with ${order.carrier}`}`;
  }
  if (order.refund?.whole === true) return 'Not shipped';
  return order.paid ? 'Not shipped yet' : 'Ships after payment';
}
