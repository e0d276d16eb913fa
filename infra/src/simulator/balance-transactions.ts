import { type BalanceTransaction, newId, some, unixNow } from './objects.ts';
import type { Store } from './store.ts';

/** What moved the balance. Amounts in cents; a fee is what Stripe keeps, below zero what it gives back. */
interface Movement {
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
  /** The charge, refund or dispute. */
  source: string;
  amount: number;
  fee?: number;
  currency: string;
  category?: string;
  description?: string | null;
}

const paidOutAfter = 2 * 24 * 3_600;

/** Enters a movement of the shop's balance at Stripe. */
export function moveBalance(
  store: Store,
  { type, source, amount, fee = 0, currency, category = type, description = null }: Movement,
): BalanceTransaction {
  const created = unixNow();
  const detail = {
    ...{ amount: fee, application: null, currency },
    ...{ description: 'Processing fees', type: 'stripe_fee' },
  };
  const movement = some<BalanceTransaction>({
    id: newId('txn'),
    object: 'balance_transaction',
    available_on: created + paidOutAfter,
    balance_type: 'payments',
    exchange_rate: null,
    fee_details: fee === 0 ? [] : [detail],
    net: amount - fee,
    reporting_category: category,
    status: 'pending',
    ...{ type, source, amount, fee, currency, description, created },
  });
  return store.keep('balance', movement);
}

/** A movement with its present state. */
export const asOfNow = (entry: BalanceTransaction): BalanceTransaction =>
  entry.available_on > unixNow() ? entry : { ...entry, status: 'available' };
