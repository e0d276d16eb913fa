import type { RefundReason } from '@karigar/bff/contracts';

/** Why the shop gives money back, in the order in which an admin chooses. */
export const refundWords: Readonly<Record<RefundReason, string>> = {
  customer: 'Requested by customer',
  'out-of-stock': 'Out of stock',
  damaged: 'Arrived damaged',
  returned: 'Returned by customer',
  duplicate: 'Ordered or paid twice',
  fraud: 'Fraudulent: cardholder did not order',
  other: 'Another reason',
};
