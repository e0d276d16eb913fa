import type { Order, ShopConfig, Tool } from '@karigar/bff/contracts';
import type { QuantityLimits } from '../quantity/quantity-machine.ts';
import { isAddressVerified } from '../session/session-store.ts';

/** What a person may order of a tool before paying. */
export interface OrderLimits extends QuantityLimits {
  /** Pieces that the person's unpaid orders may together hold; null when there is no such limit, or it is unknown. */
  mostHeld: number | null;
  /** Pieces that they hold, as far as this device knows. */
  held: number;
}

type Rules = ShopConfig['unpaidOrders'];

/**
 * Computes the limits as the shop does, of what this device knows: the shop's own word comes with its answer. A person who holds all
 * that they may can still ask for the minimum, and hears why not.
 */
export function orderLimits(
  tool: Tool,
  rules: Pick<Rules, 'maxHeldPercent'> | undefined,
  orders: readonly Order[] = [],
): OrderLimits {
  const { minOrderQuantity: min, availableQuantity: available, price: unitPrice } = tool;
  const own = orders.filter(({ paid, toolId }) => !paid && toolId === tool._id);
  const held = own.reduce((sum, { quantity }) => sum + quantity, 0);
  if (rules === undefined || rules.maxHeldPercent === 100)
    return { min, most: available, unitPrice, mostHeld: null, held };
  const mostHeld = Math.max(min, Math.floor(((available + held) * rules.maxHeldPercent) / 100));
  const most = Math.min(available, Math.max(min, mostHeld - held));
  return { min, most, unitPrice, mostHeld, held };
}

const hours = (count: number): string => (count === 1 ? '1 hour' : `${count} hours`);

/**
 * Says before an order is placed how long its items are held; null where they are held without a limit. A person whose address is
 * verified reads only the time that counts for them.
 */
export function timeTerm({ reserveHours: all, reserveHoursUnverified }: Rules): string | null {
  const unverified = isAddressVerified() === true ? all : reserveHoursUnverified;
  if (all === 0 && unverified === 0) return null;
  if (all === unverified) return `We hold unpaid items for ${hours(all)}.`;
  const exception = `${hours(unverified)} until you verify your email`;
  return all === 0
    ? `We hold unpaid items for only ${exception}.`
    : `We hold unpaid items for ${hours(all)} (${exception}).`;
}

/** Says why the person can order fewer pieces than the shop has; null where the stock alone is the limit. */
export function heldTerm({ mostHeld, held, most }: OrderLimits, available: number): string | null {
  if (mostHeld === null || most >= available) return null;
  const own = held === 0 ? '' : ` You already have ${held}.`;
  return `You can have up to ${mostHeld} of this tool in unpaid orders.${own}`;
}
