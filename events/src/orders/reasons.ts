/** Why the shop gives money back. */
export const refundReasons = [
  'customer',
  'out-of-stock',
  'damaged',
  'returned',
  'duplicate',
  'fraud',
  'other',
] as const;
/** One of them. */
export type RefundReason = (typeof refundReasons)[number];

/** Why a customer asks to cancel a paid order. */
export const cancellationReasons = [
  'mistake',
  'wrong-address',
  'too-slow',
  'found-elsewhere',
  'other',
] as const;
/** One of them. */
export type CancellationReason = (typeof cancellationReasons)[number];

/** Why the shop does not accept a payment that a customer reported. */
export const claimRefusals = ['not-found', 'wrong-amount', 'used-before', 'other'] as const;
/** One of them. */
export type ClaimRefusal = (typeof claimRefusals)[number];

/** Why pieces leave the stock without being sold. */
export const removalReasons = ['damaged', 'lost', 'returned', 'counted', 'other'] as const;
/** One of them. */
export type RemovalReason = (typeof removalReasons)[number];

/** Why an order was deleted: by its customer, by an admin, because it stayed unpaid, together with its person, or otherwise. */
export const deletionReasons = ['customer', 'shop', 'expired', 'erasure', 'other'] as const;
/** One of them. */
export type DeletionReason = (typeof deletionReasons)[number];

/** Why an operator declares an event void. */
export const voidReasons = ['placed-twice', 'impossible', 'damaged', 'other'] as const;
/** One of them. */
export type VoidReason = (typeof voidReasons)[number];
