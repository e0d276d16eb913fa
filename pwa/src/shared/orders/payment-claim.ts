import type { ClaimRefusal, Order } from '@karigar/bff/contracts';

/** The payment by hand that the shop is looking for; null when there is none. */
export const openClaim = ({ claim }: Order): Order['claim'] => (claim?.refused === null ? claim : null);

/** Why the shop does not accept a reported payment, as its customer reads it. */
export const refusalTexts: Readonly<Record<ClaimRefusal, string>> = {
  'not-found': 'We couldn’t find this payment.',
  'wrong-amount': 'We found this payment, but its amount is not the order’s total.',
  'used-before': 'This payment was used for another order.',
  other: 'We couldn’t accept this payment.',
};
