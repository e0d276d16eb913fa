import { disputeFee, moveBalance } from './balance-transactions.ts';
import { find } from './listing.ts';
import { type Charge, type Dispute, newId, unixNow } from './objects.ts';
import type { Outcome } from './outcome.ts';
import { put, type Store } from './store.ts';

const answerWithin = 7 * 24 * 3_600;
const closed: readonly string[] = ['won', 'lost', 'warning_closed', 'prevented'];
const isWarning = (status: string): boolean => status.startsWith('warning_');

/**
 * A cardholder disputes a charge at the bank. The money and a fee leave the shop's balance at once, unless it is only an inquiry
 * (`warning_needs_response`); a disputed charge can then no longer be refunded.
 */
export function openDispute(charge: Charge, reason: string, status: string): Outcome<Dispute> {
  const id = newId('du');
  const withdrawn = isWarning(status) ? null : moveFunds(id, charge.amount, charge.currency, 'withdrawn');
  const dispute: Dispute = {
    id,
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: withdrawn === null ? [] : [withdrawn],
    charge: charge.id,
    created: unixNow(),
    currency: charge.currency,
    evidence_details: {
      due_by: unixNow() + answerWithin,
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
  };
  return {
    answer: dispute,
    puts: [
      ...(withdrawn === null ? [] : [put('balance', withdrawn)]),
      put('charges', { ...charge, disputed: true }),
      put('disputes', dispute),
    ],
    events: [{ type: 'charge.dispute.created', object: dispute }],
  };
}

/** A dispute goes on to `status`, Stripe's word: a won one brings money and fee back; one that is decided is closed. Throws 404. */
export function changeDispute(store: Store, id: string, status: string): Outcome<Dispute> {
  const before = find(store, 'disputes', id);
  const withdrawn = before.balance_transactions.length === 1;
  const money =
    status === 'won' && withdrawn
      ? moveFunds(id, before.amount, before.currency, 'reinstated')
      : !isWarning(status) && status !== 'prevented' && before.balance_transactions.length === 0
        ? moveFunds(id, before.amount, before.currency, 'withdrawn')
        : null;
  const dispute: Dispute = {
    ...before,
    status,
    is_charge_refundable: isWarning(status),
    balance_transactions: [...before.balance_transactions, ...(money === null ? [] : [money])],
  };
  return {
    answer: dispute,
    puts: [...(money === null ? [] : [put('balance', money)]), put('disputes', dispute)],
    events: [
      {
        type: closed.includes(status) ? 'charge.dispute.closed' : 'charge.dispute.updated',
        object: dispute,
      },
    ],
  };
}

function moveFunds(source: string, amount: number, currency: string, way: 'withdrawn' | 'reinstated') {
  const sign = way === 'withdrawn' ? -1 : 1;
  return moveBalance({
    type: 'adjustment',
    source,
    amount: sign * amount,
    fee: -sign * disputeFee,
    currency,
    category: way === 'withdrawn' ? 'dispute' : 'dispute_reversal',
    description: null,
  });
}
