import type { ClaimRefusal } from './payment.ts';

/** Why the shop does not accept a reported payment, as its customer reads it in letters and on pages. */
export const claimRefusalTexts: Readonly<Record<ClaimRefusal, string>> = {
  'not-found': 'We couldn’t find this payment.',
  'wrong-amount': 'We found this payment, but its amount is not the order’s total.',
  'used-before': 'This payment was used for another order.',
  other: 'We couldn’t accept this payment.',
};
