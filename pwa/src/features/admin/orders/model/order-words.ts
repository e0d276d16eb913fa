import type { Order, OrderToShip, RefundReason } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { formatMoney } from '../../../../shared/ui/money.tsx';

/** An order as an admin sees it, or as a packer does. */
export type AnyOrder = Order | OrderToShip;

/** Whether it is an order as a packer sees it, without its money. */
export const isParcel = (order: AnyOrder): order is OrderToShip => 'onHold' in order;

/** Whether the customer of this order was erased: the order stays, under the name that the shop gives in the place of theirs. */
export const isErased = (order: AnyOrder): boolean => (isParcel(order) ? order.address : order.email) === '';

/** The customer's name, or the email address where there is no name. */
export const customerOf = (order: AnyOrder): string => order.name || (isParcel(order) ? '' : order.email);

/** Names an order for people who do not see its row: 'K-180 of Rahima'. */
export const orderWords = (order: AnyOrder): string => `${showNumber(order.number)} of ${customerOf(order)}`;

/** What is in an order: '3 × Hand saw'. */
export const contentWords = ({ quantity, toolsName }: AnyOrder): string => `${quantity} × ${toolsName}`;

/** How many pieces, in words: '1 piece', '3 pieces'. */
export const pieces = (count: number): string => (count === 1 ? '1 piece' : `${count} pieces`);

/** Why the shop gives money back, in the order in which an admin chooses. */
export const refundWords: Readonly<Record<RefundReason, string>> = {
  customer: 'Requested by customer',
  'out-of-stock': 'Out of stock',
  damaged: 'Arrived damaged',
  returned: 'Returned by customer',
  duplicate: 'Ordered or paid twice',
  fraud: 'Fraudulent: the payer did not order',
  other: 'Another reason',
};

/** Why a refund was refused or did not arrive, by the provider's code. */
const failures: Readonly<Record<string, string>> = {
  balance_insufficient: 'the shop’s balance at the provider is too low',
  charge_already_refunded: 'it was fully refunded before',
  charge_disputed: 'the payment is disputed and the bank decides',
  charge_for_pending_refund_disputed: 'the payment is now disputed',
  declined: 'the bank refused it',
  expired_or_canceled_card: 'the card has expired or was cancelled',
  insufficient_funds: 'the shop’s balance at the provider is too low',
  lost_or_stolen_card: 'the card was lost or stolen',
  merchant_request: 'it was cancelled in the provider’s dashboard',
  other_shop: 'the order was paid in the original shop',
  refund_disputed_payment: 'the payment is disputed and the bank decides',
};

/** Why a payer disputes, by the provider's word. */
const disputeReasons: Readonly<Record<string, string>> = {
  credit_not_processed: 'says they did not get a refund',
  duplicate: 'says they were charged twice',
  fraudulent: 'says they did not authorize the payment',
  product_not_received: 'says nothing arrived',
  product_unacceptable: 'says the tool is not as described',
  unrecognized: 'does not recognize the payment',
};

/** The state of a dispute, by the provider's word. */
const disputeStates: Readonly<Record<string, string>> = {
  lost: 'the bank refunded the payer',
  needs_response: 'waiting for your reply to the bank',
  prevented: 'settled early',
  under_review: 'the bank is deciding',
  warning_closed: 'inquiry closed',
  warning_needs_response: 'the bank is asking for information; no money taken',
  warning_under_review: 'the bank is reviewing your reply',
  won: 'the shop keeps the money',
};

/** A word of the provider that this release does not know, readable all the same. */
const plain = (word: string): string => word.replaceAll('_', ' ');

/** Why a refund failed; empty when the provider has not said. */
export const failureWords = (code: string): string => failures[code] ?? plain(code);

/** What a dispute is about, and its state: 'the payer says that nothing arrived, $40: the bank decides'. */
export function disputeWords({
  reason,
  status,
  amount,
}: Pick<NonNullable<Order['dispute']>, 'reason' | 'status' | 'amount'>): string {
  const why = disputeReasons[reason] ?? `says “${plain(reason)}”`;
  return `the payer ${why}, ${formatMoney(amount)}: ${disputeStates[status] ?? plain(status)}`;
}
