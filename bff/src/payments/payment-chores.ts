import { isOrderRejected, LogUnavailableError, type OrderDocument, type Origin } from '@karigar/events';
import { isProblemError } from '../problem/problem-error.ts';
import { isPaidBy } from './claim-payment.ts';
import { deleteOrder } from './delete-order.ts';
import { orderPages } from './order-pages.ts';
import { GatewayUnavailableError } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';
import { settlePayment, tellOnce } from './settle-payment.ts';

const dayMs = 24 * 3_600_000;

/**
 * Looks at every unpaid order placed since `since` (ms) that has a registered intent, and settles those whose money came while
 * nobody listened. Answers how many became paid. Throws when the log or the provider is away; the next round begins anew.
 */
export async function reconcile(
  parts: PaymentParts,
  since: number,
  origin: Origin,
  signal?: AbortSignal,
): Promise<number> {
  const faults = new FaultsOfSome();
  let paid = 0;
  for await (const page of orderPages(parts.log, { states: ['unpaid'], from: since }, signal)) {
    const intents = await parts.log.intents(page.map(({ id }) => id));
    for (const registered of intents) {
      if (registered === null || signal?.aborted) continue;
      if (await faults.without(() => reconcileOne(parts, registered.intentId, origin))) paid += 1;
    }
  }
  faults.throwIfAny();
  return paid;
}

async function reconcileOne(parts: PaymentParts, intentId: string, origin: Origin): Promise<boolean> {
  const intent = await parts.gateway.find(intentId);
  if (intent?.state !== 'succeeded') return false;
  const settlement = await settlePayment(parts, intent, origin);
  if (settlement.kind !== 'paid' || !settlement.changed) return false;
  parts.notice('reconciled');
  return true;
}

/** Which unpaid orders have waited too long. */
export interface Expiry {
  /** Placed at or after this time (ms). */
  readonly from?: number;
  /** Placed before this time (ms). */
  readonly to: number;
  /** Answers which of these orders it is about; all of them when absent. */
  readonly only?: (orders: readonly OrderDocument[]) => Promise<readonly OrderDocument[]>;
}

/**
 * Deletes unpaid orders, each in the same way as its owner would. An order that is being paid right now stays for the next
 * round. Answers how many were deleted. Orders with a fault of their own are passed over and thrown together at the end.
 */
export async function expireUnpaid(
  parts: PaymentParts,
  { from, to, only = async (orders) => orders }: Expiry,
  origin: Origin,
  signal?: AbortSignal,
): Promise<number> {
  const faults = new FaultsOfSome();
  let expired = 0;
  for await (const page of orderPages(parts.log, { states: ['unpaid'], from, to }, signal)) {
    for (const order of await only(page)) {
      if (signal?.aborted) break;
      if (await faults.without(() => expireOne(parts, order, origin))) expired += 1;
    }
  }
  faults.throwIfAny();
  return expired;
}

async function expireOne(parts: PaymentParts, order: OrderDocument, origin: Origin): Promise<boolean> {
  try {
    const { changed } = await deleteOrder(parts, order.id, 'expired', origin);
    if (changed) parts.notice('expired');
    return changed;
  } catch (error) {
    const racing =
      isOrderRejected(error) || (isProblemError(error) && error.status === 409) /* being paid, or changing */;
    if (racing) return false;
    throw error;
  }
}

/**
 * Tells the operators of payments that name no order and were not used for one within `afterMs` (24 hours), looking back one
 * week further. A person refunds them; the shop does not guess. Answers how many it told of.
 */
export async function tellUnboundPayments(
  parts: PaymentParts,
  now: number,
  afterMs = dayMs,
): Promise<number> {
  const { log, gateway, notice } = parts;
  const own = await log.shop();
  let told = 0;
  for await (const intent of gateway.between(now - afterMs - 7 * dayMs, now - afterMs)) {
    const { shop, orderId, usedFor, told: before } = intent.metadata;
    if (shop !== own || orderId !== undefined || before !== undefined) continue;
    if (intent.state !== 'succeeded') continue;
    if (usedFor !== undefined && isPaidBy(await log.order(usedFor), intent.id)) continue;
    await tellOnce(parts, intent, 'payment.unbound', 'A payment names no order; refund it or ask the payer');
    await gateway.mark(intent.id, { told: 'yes' });
    notice('unbound');
    told += 1;
  }
  return told;
}

/** Lets a round go on past an order that has a fault of its own, so that it cannot keep all others waiting for ever. */
class FaultsOfSome {
  private readonly faults: unknown[] = [];

  /** Runs one piece of work; false when it failed. Throws at once when log or provider are away: then all would fail. */
  async without(work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof GatewayUnavailableError || error instanceof LogUnavailableError) throw error;
      this.faults.push(error);
      return false;
    }
  }

  throwIfAny(): void {
    if (this.faults.length > 0) throw new AggregateError(this.faults, `${this.faults.length} orders failed`);
  }
}
