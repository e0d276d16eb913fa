import { z } from 'zod';

/** Text as the log may hold it: no NUL, because NUL separates the fields that an event's hash covers. */
export const stored = z.string().refine((value) => !value.includes('\0'), { error: 'NUL cannot be stored' });

/** Why the shop gives money back; the wire has the same list. */
const refundReasons = [
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

/**
 * Data of `order.refund-requested`, schema 1: recorded before the provider is asked, so that a crash in between loses nothing.
 * `attempt` numbers the requests of an order: a refused one can be made again. `restock`: the pieces return to stock with the money.
 */
export const RefundRequestedV1 = z.strictObject({
  attempt: z.int().min(1),
  reason: z.enum(refundReasons),
  restock: z.boolean(),
});

/**
 * Data of `order.refunded`, schema 1: money that the provider has taken on its way back, in cents, for a part can be given back at
 * the provider's. `from` is the state that the order leaves with the last of its money, null while some is left. `restock`: the
 * pieces return to stock with this event. `by` says whether the shop asked or somebody at the provider's.
 */
export const RefundedV1 = z.strictObject({
  refundId: stored,
  amount: z.int().min(1),
  from: z.enum(['paid', 'shipped', 'refunded']).nullable(),
  restock: z.boolean(),
  by: z.enum(['shop', 'provider']),
});

/**
 * Data of `order.refund-failed`, schema 1: the provider's word for why. `refundId` null: it refused what the shop asked for; else a
 * refund that it had taken and that did not arrive: its `amount` (cents) is the shop's again.
 */
export const RefundFailedV1 = z.strictObject({
  refundId: stored.nullable(),
  amount: z.int().min(0),
  reason: stored,
});

/** Why a customer asks to cancel a paid order; the wire has the same list. */
const cancellationReasons = ['mistake', 'wrong-address', 'too-slow', 'found-elsewhere', 'other'] as const;
/** One of them. */
export type CancellationReason = (typeof cancellationReasons)[number];

/** Data of `order.cancellation-requested`, schema 1: a word of the list, for a sentence may name a person. */
export const CancellationRequestedV1 = z.strictObject({ reason: z.enum(cancellationReasons) });

/** Data of `order.cancellation-declined`, schema 1. */
export const CancellationDeclinedV1 = z.strictObject({});

/** Data of `order.disputed`, schema 1: a payer's bank asks the money back, or what came of that; words of the provider, cents. */
export const DisputedV1 = z.strictObject({
  disputeId: stored,
  status: stored,
  reason: stored,
  amount: z.int().min(0),
});
