import { claimPaid, createIntent, getOrder } from '../../shared/api/calls.ts';
import { hasCode } from '../../shared/api/failure.ts';
import type { PrepareOutcome, SettleOutcome } from './payment-machine.ts';

/** The three calls of the shop that a payment needs; replaced in tests. */
export interface PaymentCalls {
  createIntent: typeof createIntent;
  claimPaid: typeof claimPaid;
  getOrder: typeof getOrder;
}

const shopCalls: PaymentCalls = { createIntent, claimPaid, getOrder };
const underWay = ['processing', 'succeeded', 'requires_capture'];

async function paidOutcome(orderId: string, intentId: string, calls: PaymentCalls) {
  const order = await calls.getOrder(orderId).catch(() => null);
  return { kind: 'paid' as const, transactionId: order?.transactionId ?? intentId };
}

/** Asks for the order's payment intent. Throws what the call threw when the answer decides nothing. */
export async function preparePayment(orderId: string, calls = shopCalls): Promise<PrepareOutcome> {
  try {
    const { clientSecret, intentId, status } = await calls.createIntent({ orderId });
    return underWay.includes(status)
      ? { kind: 'under-way', intentId }
      : { kind: 'payable', clientSecret, intentId };
  } catch (error) {
    if (hasCode(error, 'ORDER_PAID')) return paidOutcome(orderId, '', calls);
    if (hasCode(error, 'ORDER_GONE', 'ORDER_NOT_FOUND', 'NOT_FOUND')) return { kind: 'gone' };
    throw error;
  }
}

/**
 * Asks the shop what became of a payment: it asks the provider and records a success, however often it is asked.
 * Throws what the call threw when nobody could say.
 */
export async function settlePayment(
  orderId: string,
  intentId: string,
  calls = shopCalls,
): Promise<SettleOutcome> {
  try {
    await calls.claimPaid(orderId, intentId);
    return paidOutcome(orderId, intentId, calls);
  } catch (error) {
    if (hasCode(error, 'ORDER_PAID')) return paidOutcome(orderId, intentId, calls);
    if (hasCode(error, 'PAYMENT_NOT_COMPLETED')) return { kind: 'unpaid' };
    if (hasCode(error, 'PAYMENT_PROCESSING')) return { kind: 'pending' };
    if (hasCode(error, 'ORDER_GONE', 'ORDER_NOT_FOUND', 'NOT_FOUND')) return { kind: 'gone' };
    if (hasCode(error, 'PAYMENT_MISMATCH', 'TRANSACTION_USED')) {
      return { kind: 'conflict', message: error.message };
    }
    throw error;
  }
}
