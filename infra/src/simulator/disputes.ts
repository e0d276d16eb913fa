import { moveBalance } from './balance-transactions.ts';
import { find } from './listing.ts';
import { type Charge, type Dispute, newId, some, unixNow } from './objects.ts';
import type { Store } from './store.ts';

/** What a dispute costs (cents), given back when it is won. */
const disputeFee = 1_500;
const answerWithin = 7 * 24 * 3_600;
const closed: readonly string[] = ['won', 'lost', 'warning_closed', 'prevented'];
const isWarning = (status: string): boolean => status.startsWith('warning_');

/**
 * A cardholder disputes a charge at the bank. The money and a fee leave the shop's balance at once, unless it is only an inquiry
 * (`warning_needs_response`); a disputed charge can then no longer be refunded.
 */
export function openDispute(
  store: Store,
  charge: Charge,
  reason: string,
  status: Dispute['status'],
): Dispute {
  const id = newId('du');
  const created = unixNow();
  store.keep('charges', { ...charge, disputed: true });
  const dispute = some<Dispute>({
    id,
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: isWarning(status) ? [] : [moveFunds(store, { ...charge, id }, -1)],
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence_details: {
      due_by: created + answerWithin,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isWarning(status),
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status,
  });
  store.tell('charge.dispute.created', dispute);
  return store.keep('disputes', dispute);
}

/** A dispute goes on to `status`, Stripe's word: a won one brings money and fee back; one that is decided is closed. Throws 404. */
export function changeDispute(store: Store, id: string, status: Dispute['status']): Dispute {
  const before = find(store, 'disputes', id);
  const moved = before.balance_transactions.length;
  const takes = moved === 0 && !isWarning(status) && status !== 'prevented';
  const gives = moved === 1 && status === 'won';
  const dispute = store.keep('disputes', {
    ...before,
    status,
    is_charge_refundable: isWarning(status),
    balance_transactions: [
      ...before.balance_transactions,
      ...(takes || gives ? [moveFunds(store, before, gives ? 1 : -1)] : []),
    ],
  });
  store.tell(closed.includes(status) ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute);
  return dispute;
}

/** Takes the money of a dispute and its fee from the balance (-1), or gives both back (1). */
const moveFunds = (
  store: Store,
  { id, amount, currency }: Pick<Dispute, 'id' | 'amount' | 'currency'>,
  sign: 1 | -1,
) =>
  moveBalance(store, {
    type: 'adjustment',
    source: id,
    amount: sign * amount,
    fee: -sign * disputeFee,
    currency,
    category: sign < 0 ? 'dispute' : 'dispute_reversal',
  });
