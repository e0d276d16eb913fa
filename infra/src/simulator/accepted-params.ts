import type Stripe from 'stripe';

/**
 * What a parameter takes: one of the named kinds, one of the listed words, or parameters of its own. Only what is `unsettable`, or
 * metadata, may be empty.
 */
export type Kind =
  | 'text'
  | 'unsettable'
  | 'integer'
  | 'boolean'
  | 'list'
  | 'metadata'
  | 'range'
  | readonly string[]
  | Accepted;
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
  ending_before: 'text',
  expand: 'list',
} satisfies Of<Stripe.PaginationParams & { expand: string[] }>;

const retrieving = { expand: 'list' } satisfies Of<Stripe.ChargeRetrieveParams>;

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
      phone: 'unsettable',
      address: { postal_code: 'text' },
    },
    expand: 'list',
  } satisfies Of<Stripe.PaymentMethodCreateParams>,
  createIntent: {
    amount: 'integer',
    currency: 'text',
    description: 'text',
    metadata: 'metadata',
    receipt_email: 'text',
    allowed_payment_method_types: 'list',
    automatic_payment_methods: { enabled: 'boolean', allow_redirects: ['always', 'never'] },
    excluded_payment_method_types: 'list',
    expand: 'list',
  } satisfies Of<Stripe.PaymentIntentCreateParams>,
  updateIntent: {
    description: 'text',
    metadata: 'metadata',
    expand: 'list',
  } satisfies Of<Stripe.PaymentIntentUpdateParams>,
  confirmIntent: {
    payment_method: 'text',
    return_url: 'text',
    use_stripe_sdk: 'boolean',
    expand: 'list',
  } satisfies Of<Stripe.PaymentIntentConfirmParams>,
  cancelIntent: {
    cancellation_reason: ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'],
    expand: 'list',
  } satisfies Of<Stripe.PaymentIntentCancelParams>,
  listIntents: { ...listing, created: 'range' } satisfies Of<Stripe.PaymentIntentListParams>,
  retrieve: retrieving,
  createRefund: {
    amount: 'integer',
    charge: 'text',
    payment_intent: 'text',
    reason: ['duplicate', 'fraudulent', 'requested_by_customer'],
    metadata: 'metadata',
    expand: 'list',
  } satisfies Of<Stripe.RefundCreateParams>,
  listRefunds: {
    ...listing,
    created: 'range',
    charge: 'text',
    payment_intent: 'text',
  } satisfies Of<Stripe.RefundListParams>,
  listDisputes: {
    ...listing,
    created: 'range',
    charge: 'text',
    payment_intent: 'text',
  } satisfies Of<Stripe.DisputeListParams>,
  listEvents: {
    ...listing,
    created: 'range',
    type: 'text',
    types: 'list',
  } satisfies Of<Stripe.EventListParams>,
  listBalance: {
    ...listing,
    created: 'range',
    source: 'text',
    type: 'text',
  } satisfies Of<Stripe.BalanceTransactionListParams>,
};
