import type { Order } from '@karigar/bff/contracts';
import { formatMoney } from '../../../shared/ui/money.tsx';

/** Why a refund was refused or did not arrive, by the provider's code. */
const failures: Readonly<Record<string, string>> = {
  balance_insufficient: 'the shop’s balance at the provider is too low',
  charge_already_refunded: 'all of the money went back before',
  charge_disputed: 'the payment is disputed: its bank decides',
  charge_for_pending_refund_disputed: 'the payment was disputed meanwhile',
  declined: 'the bank refused it',
  expired_or_canceled_card: 'the card has expired or was cancelled',
  insufficient_funds: 'the shop’s balance at the provider is too low',
  lost_or_stolen_card: 'the card was lost or stolen',
  merchant_request: 'it was cancelled at the provider’s',
  other_shop: 'the order was paid in the shop of which this one is a copy',
  refund_disputed_payment: 'the payment is disputed: its bank decides',
};

/** Why a payer disputes, by the provider's word. */
const disputeReasons: Readonly<Record<string, string>> = {
  credit_not_processed: 'says that a refund did not come',
  duplicate: 'says that it was paid twice',
  fraudulent: 'says that somebody else used the card',
  product_not_received: 'says that nothing arrived',
  product_unacceptable: 'says that the tool is not as described',
  unrecognized: 'does not know the payment',
};

/** Where a dispute stands, by the provider's word. */
const disputeStates: Readonly<Record<string, string>> = {
  lost: 'the bank gave the money to the payer',
  needs_response: 'the shop has to answer the bank',
  prevented: 'settled before it began',
  under_review: 'the bank decides',
  warning_closed: 'only asked, and closed',
  warning_needs_response: 'so far the bank only asks, and takes no money',
  warning_under_review: 'the bank reads the answer',
  won: 'the shop keeps the money',
};

/** A word of the provider that this release does not know, readable all the same. */
const plain = (word: string): string => word.replaceAll('_', ' ');

/** Why a refund failed; empty when the provider has not said. */
export const failureWords = (code: string): string => failures[code] ?? plain(code);

/** What a dispute is about and where it stands: 'the payer says that nothing arrived, $40: the bank decides'. */
export function disputeWords({
  reason,
  status,
  amount,
}: Pick<NonNullable<Order['dispute']>, 'reason' | 'status' | 'amount'>): string {
  const why = disputeReasons[reason] ?? `says “${plain(reason)}”`;
  return `the payer ${why}, ${formatMoney(amount)}: ${disputeStates[status] ?? plain(status)}`;
}
