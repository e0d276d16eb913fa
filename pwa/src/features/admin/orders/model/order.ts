import type { ClaimRefusal, Order, OrderToShip, RefundReason } from '@karigar/bff/contracts';
import { asksToCancel, isDisputed, isOnHold as isHeld } from '@karigar/bff/on-hold';
import { showNumber } from '@karigar/bff/order-number';
import { cancellationWords } from '../../../../shared/orders/cancellation-words.ts';
import { openClaim } from '../../../../shared/orders/payment-claim.ts';
import { formatMoney } from '../../../../shared/ui/money.tsx';
import { dateTime } from '../../../../shared/ui/time.ts';

export { asksToCancel, isDisputed };

/**
 * An order as these pages show it. For a packer `onHold` says whether an admin has to decide first; for an admin it is absent, because
 * the order itself says why.
 */
export interface ShownOrder extends Order {
  onHold?: boolean;
}

/** What a packer is not told of an order. None of it is shown: a parcel is paid for, and nothing is asked about its money. */
const untold = {
  description: '',
  email: '',
  price: 0,
  unitPrice: 0,
  paid: true,
  transactionId: null,
  paidWay: null,
  claim: null,
  paidAt: null,
  corrections: 0,
  correctedAt: null,
  reservedUntil: null,
  refund: null,
  refundRequest: null,
  refundFailure: null,
  cancellation: null,
  dispute: null,
};

/** A packer's order, to be shown like any other. */
export const fromParcel = (parcel: OrderToShip): ShownOrder => ({ ...untold, ...parcel });

/** Whether it is an order as a packer sees it. */
export const isParcel = ({ onHold }: ShownOrder): boolean => onHold !== undefined;

/** Whether the customer of this order was erased: the order stays, under the name that the shop gives in the place of theirs. */
export const isErased = ({ address }: Order): boolean => address === '';

/** The customer's name, or the email address where there is no name. */
export const customerOf = ({ name, email }: Order): string => name || email;

/** Names an order for people who do not see its row: 'K-180 of Rahima'. */
export const orderWords = (order: Order): string => `${showNumber(order.number)} of ${customerOf(order)}`;

/** What is in an order: '3 × Hand saw'. */
export const contentWords = ({ quantity, toolsName }: Order): string => `${quantity} × ${toolsName}`;

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

/** What is left of an order's money, in dollars. */
export const moneyLeft = ({ price, refund }: Order): number => price - (refund?.amount ?? 0);

/** Whether the payer's bank holds the money or has given it away: then the provider gives nothing back. A mere question leaves it here. */
const isWithBank = (order: Order): boolean =>
  isDisputed(order) && order.dispute?.status.startsWith('warning_') === false;

/** Whether a parcel is on hold: it has not left, and a person decides whether it may. What is done to many orders leaves it out. */
export const isOnHold = (order: ShownOrder): boolean => order.onHold ?? isHeld(order);

/** Whether the shop can refund: some money is left, and no refund is in progress. */
export const mayRefund = (order: Order): boolean =>
  order.paid && order.refundRequest === null && moneyLeft(order) > 0 && !isWithBank(order);

/**
 * Whether a parcel may leave: paid for, not sent, its money neither given back nor on its way back. What is on hold an admin may send, but no
 * packer.
 */
export const mayShip = ({ paid, status, refundRequest, refund, onHold }: ShownOrder): boolean =>
  paid && status === 'pending' && refundRequest === null && refund?.whole !== true && onHold !== true;

/** Whether a parcel has left or may leave: not once all of the money went back before it did, nor to somebody who is gone. */
export const mayPrintSlip = (order: Order): boolean =>
  !isErased(order) && (order.status === 'Shipped' || order.refund?.whole !== true);

/** Why an admin does not accept a reported payment, in the order in which they choose. */
export const claimRefusalWords: Readonly<Record<ClaimRefusal, string>> = {
  'not-found': 'Not found',
  'wrong-amount': 'The amount is wrong',
  'used-before': 'Used for another order',
  other: 'Another reason',
};

/** What an order asks a person, a sentence each; nothing for one that needs no decision. */
export function questionsOf(order: Order): string[] {
  const { cancellation, refundRequest, refundFailure, dispute } = order;
  const questions: string[] = [];
  const claim = openClaim(order);
  if (claim !== null)
    questions.push(
      `Payment reported: ${formatMoney(order.price)} with ${claim.way}, transaction ID ${claim.transactionId}, on ${dateTime(claim.at)}. Look for it there, then confirm it.`,
    );
  if (cancellation !== null && asksToCancel(order)) {
    questions.push(`The customer requested cancellation: “${cancellationWords[cancellation.reason]}”.`);
  }
  if (refundRequest !== null) {
    questions.push(
      'Refund in progress. The payment provider has not answered yet; we keep trying automatically.',
    );
  } else if (refundFailure !== null) {
    questions.push(
      'The refund failed. See the history for the reason. Refund again, or arrange another way with the customer.',
    );
  }
  if (dispute !== null && (dispute.open || (isDisputed(order) && mayShip(order))))
    questions.push(`Disputed: ${disputeWords(dispute)}.`);
  return questions;
}
