import { type BalanceTransaction, newId, unixNow } from './objects.ts';

/** What moved the balance. Amounts in cents; a fee is what Stripe keeps, below zero what it gives back. */
interface Movement {
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
  /** The charge, refund or dispute. */
  source: string;
  amount: number;
  fee: number;
  currency: string;
  category: string;
  description: string | null;
}

const paidOutAfter = 2 * 24 * 3_600;

/** Stripe's standard fee for a card payment in the United States: 2.9 % and 30 cents. */
export const cardFee = (amount: number): number => Math.round(amount * 0.029) + 30;
/** What a dispute costs, given back when it is won. */
export const disputeFee = 1_500;

/** Enters a movement of the shop's balance at Stripe. */
export function moveBalance({
  type,
  source,
  amount,
  fee,
  currency,
  category,
  description,
}: Movement): BalanceTransaction {
  const created = unixNow();
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created + paidOutAfter,
    balance_type: 'payments',
    created,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: 'Processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'pending',
    type,
  };
}

/** A movement as it stands now. */
export const asOfNow = (entry: BalanceTransaction): BalanceTransaction =>
  entry.available_on > unixNow() ? entry : { ...entry, status: 'available' };
