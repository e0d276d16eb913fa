import type { RefundReason } from '@karigar/bff/contracts';

/** Why the shop gives money back, in the order in which an admin chooses. */
export const refundWords: Readonly<Record<RefundReason, string>> = {
  customer: 'The customer asks for it',
  'out-of-stock': 'Out of stock',
  damaged: 'Arrived damaged',
  returned: 'Was sent back',
  duplicate: 'Ordered or paid twice',
  fraud: 'The card’s owner did not order',
  other: 'Another reason',
};
