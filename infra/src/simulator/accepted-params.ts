import type Stripe from 'stripe';

/**
 * What a parameter takes: one of the named kinds, one of the listed words, or parameters of its own. Only what is `unsettable`, or
 * metadata, may be empty.
 */
export type Kind = 'text' | 'unsettable' | 'integer' | 'list' | 'metadata' | readonly string[] | Accepted;
/** The parameters that a call takes; every other one is refused. */
export interface Accepted {
  readonly [name: string]: Kind;
}

/** Some of the parameters that the SDK names for a call, so that one which Stripe takes away breaks the build here. */
type Of<P> = {
  readonly [K in keyof P]?:
    | Exclude<Kind, Accepted | 'unsettable'>
    | (null extends P[K] ? 'unsettable' : never)
    | Of<Extract<P[K], object>>;
};

const listing = {
  limit: 'integer',
  starting_after: 'text',
} satisfies Of<Stripe.PaginationParams>;
const during = { gte: 'integer', lt: 'integer' } satisfies Of<Stripe.RangeQueryParam>;

/**
 * What each call takes here. All of it is in the SDK's own parameter types; what Stripe takes and the shop has no use for is left out,
 * so that a new use has to be thought through here first. Enumerations are the reference's.
 */
export const acceptedParams = {
  createMethod: {
    type: ['card'],
    card: { number: 'text', exp_month: 'integer', exp_year: 'integer', cvc: 'text' },
    billing_details: {
      name: 'unsettable',
      email: 'unsettable',
    },
  } satisfies Of<Stripe.PaymentMethodCreateParams>,
  createIntent: {
    amount: 'integer',
    currency: 'text',
    description: 'text',
    metadata: 'metadata',
    allowed_payment_method_types: 'list',
  } satisfies Of<Stripe.PaymentIntentCreateParams>,
  confirmIntent: {
    payment_method: 'text',
    use_stripe_sdk: ['true'],
  } satisfies Of<Stripe.PaymentIntentConfirmParams>,
  listIntents: { ...listing, created: during } satisfies Of<Stripe.PaymentIntentListParams>,
  nothing: {},
  retrieveIntent: { expand: 'list' } satisfies Of<Stripe.PaymentIntentRetrieveParams>,
  createRefund: {
    amount: 'integer',
    payment_intent: 'text',
    reason: ['duplicate', 'fraudulent', 'requested_by_customer'],
    metadata: 'metadata',
  } satisfies Of<Stripe.RefundCreateParams>,
  listRefunds: {
    ...listing,
    payment_intent: 'text',
  } satisfies Of<Stripe.RefundListParams>,
  listDisputes: {
    ...listing,
    payment_intent: 'text',
  } satisfies Of<Stripe.DisputeListParams>,
  listEvents: {
    ...listing,
    created: during,
    types: 'list',
  } satisfies Of<Stripe.EventListParams>,
  listBalance: {
    ...listing,
    created: during,
    expand: 'list',
  } satisfies Of<Stripe.BalanceTransactionListParams>,
};
