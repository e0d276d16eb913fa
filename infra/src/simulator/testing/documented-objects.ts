import type Stripe from 'stripe';

/**
 * What a field holds, after Stripe's reference: `id` is an id or, expanded, the object itself; a question mark means that it may be
 * null. Times are Unix seconds.
 */
export type FieldKind =
  `${'string' | 'id' | 'integer' | 'timestamp' | 'boolean' | 'object' | 'array'}${'' | '?'}`;

type Plain<T> = [T] extends [boolean]
  ? 'boolean'
  : [T] extends [number]
    ? 'integer' | 'timestamp'
    : [T] extends [string]
      ? 'string'
      : [T] extends [readonly unknown[]]
        ? 'array'
        : Extract<T, string> extends never
          ? 'object'
          : 'id';
/** A record that the SDK's own types agree with: its fields exist there, and are of the kind that they have there. */
type Documented<T> = {
  readonly [K in keyof T]?: `${Plain<NonNullable<T[K]>>}${null extends T[K] ? '?' : ''}`;
};

const card = {
  brand: 'string',
  country: 'string?',
  exp_month: 'integer',
  exp_year: 'integer',
  fingerprint: 'string?',
  funding: 'string',
  last4: 'string',
} satisfies Documented<Stripe.PaymentMethod.Card>;
const billing = {
  address: 'object?',
  email: 'string?',
  name: 'string?',
  phone: 'string?',
} satisfies Documented<Stripe.PaymentMethod.BillingDetails>;
const address = {
  city: 'string?',
  country: 'string?',
  line1: 'string?',
  line2: 'string?',
  postal_code: 'string?',
  state: 'string?',
} satisfies Documented<Stripe.Address>;

/**
 * The documented fields of every object that crosses between shop and provider, of its parts under the object's name and the field's,
 * and of an error. Recorded from the reference, not from the simulator.
 */
export const documentedObjects: Readonly<Record<string, Readonly<Record<string, FieldKind>>>> = {
  payment_intent: {
    id: 'string',
    object: 'string',
    allowed_payment_method_types: 'array?',
    amount: 'integer',
    amount_capturable: 'integer',
    amount_received: 'integer',
    automatic_payment_methods: 'object?',
    canceled_at: 'timestamp?',
    cancellation_reason: 'string?',
    capture_method: 'string',
    client_secret: 'string?',
    confirmation_method: 'string',
    created: 'timestamp',
    currency: 'string',
    customer: 'id?',
    description: 'string?',
    last_payment_error: 'object?',
    latest_charge: 'id?',
    livemode: 'boolean',
    metadata: 'object',
    next_action: 'object?',
    payment_method: 'id?',
    payment_method_types: 'array',
    receipt_email: 'string?',
    status: 'string',
  } satisfies Documented<Stripe.PaymentIntent>,
  'payment_intent.automatic_payment_methods': {
    allow_redirects: 'string',
    enabled: 'boolean',
  } satisfies Documented<Stripe.PaymentIntent.AutomaticPaymentMethods>,
  'payment_intent.next_action': {
    redirect_to_url: 'object',
    type: 'string',
    use_stripe_sdk: 'object',
  } satisfies Documented<Stripe.PaymentIntent.NextAction>,
  'payment_intent.next_action.redirect_to_url': {
    return_url: 'string?',
    url: 'string?',
  } satisfies Documented<Stripe.PaymentIntent.NextAction.RedirectToUrl>,
  'payment_intent.last_payment_error': {
    charge: 'string',
    code: 'string',
    decline_code: 'string',
    doc_url: 'string',
    message: 'string',
    param: 'string',
    payment_method: 'object',
    type: 'string',
  } satisfies Documented<Stripe.PaymentIntent.LastPaymentError>,
  payment_method: {
    id: 'string',
    object: 'string',
    billing_details: 'object',
    card: 'object',
    created: 'timestamp',
    customer: 'id?',
    livemode: 'boolean',
    metadata: 'object?',
    type: 'string',
  } satisfies Documented<Stripe.PaymentMethod>,
  'payment_method.card': card,
  'payment_method.billing_details': billing,
  'payment_method.billing_details.address': address,
  charge: {
    id: 'string',
    object: 'string',
    amount: 'integer',
    amount_captured: 'integer',
    amount_refunded: 'integer',
    balance_transaction: 'id?',
    billing_details: 'object',
    captured: 'boolean',
    created: 'timestamp',
    currency: 'string',
    customer: 'id?',
    description: 'string?',
    disputed: 'boolean',
    failure_code: 'string?',
    failure_message: 'string?',
    livemode: 'boolean',
    metadata: 'object',
    paid: 'boolean',
    payment_intent: 'id?',
    payment_method: 'string?',
    payment_method_details: 'object?',
    receipt_email: 'string?',
    refunded: 'boolean',
    status: 'string',
  } satisfies Documented<Stripe.Charge>,
  'charge.billing_details': billing,
  'charge.billing_details.address': address,
  'charge.payment_method_details': {
    card: 'object',
    type: 'string',
  } satisfies Documented<Stripe.Charge.PaymentMethodDetails>,
  'charge.payment_method_details.card': card,
  refund: {
    id: 'string',
    object: 'string',
    amount: 'integer',
    balance_transaction: 'id?',
    charge: 'id?',
    created: 'timestamp',
    currency: 'string',
    failure_balance_transaction: 'id',
    failure_reason: 'string',
    metadata: 'object?',
    payment_intent: 'id?',
    pending_reason: 'string',
    reason: 'string?',
    receipt_number: 'string?',
    status: 'string?',
  } satisfies Documented<Stripe.Refund>,
  dispute: {
    id: 'string',
    object: 'string',
    amount: 'integer',
    balance_transactions: 'array',
    charge: 'id',
    created: 'timestamp',
    currency: 'string',
    evidence: 'object',
    evidence_details: 'object',
    is_charge_refundable: 'boolean',
    livemode: 'boolean',
    metadata: 'object',
    payment_intent: 'id?',
    reason: 'string',
    status: 'string',
  } satisfies Documented<Stripe.Dispute>,
  'dispute.evidence_details': {
    due_by: 'timestamp?',
    has_evidence: 'boolean',
    past_due: 'boolean',
    submission_count: 'integer',
  } satisfies Documented<Stripe.Dispute.EvidenceDetails>,
  balance_transaction: {
    id: 'string',
    object: 'string',
    amount: 'integer',
    available_on: 'timestamp',
    balance_type: 'string',
    created: 'timestamp',
    currency: 'string',
    description: 'string?',
    exchange_rate: 'integer?',
    fee: 'integer',
    fee_details: 'array',
    net: 'integer',
    reporting_category: 'string',
    source: 'id?',
    status: 'string',
    type: 'string',
  } satisfies Documented<Stripe.BalanceTransaction>,
  'balance_transaction.fee_details': {
    amount: 'integer',
    application: 'string?',
    currency: 'string',
    description: 'string?',
    type: 'string',
  } satisfies Documented<Stripe.BalanceTransaction.FeeDetail>,
  event: {
    id: 'string',
    object: 'string',
    api_version: 'string?',
    created: 'timestamp',
    data: 'object',
    livemode: 'boolean',
    pending_webhooks: 'integer',
    request: 'object?',
    type: 'string',
  } satisfies Documented<Stripe.Event>,
  'event.data': { object: 'object', previous_attributes: 'object' },
  'event.request': {
    id: 'string?',
    idempotency_key: 'string?',
  } satisfies Documented<NonNullable<Stripe.Event['request']>>,
  error: {
    charge: 'string',
    code: 'string',
    decline_code: 'string',
    doc_url: 'string',
    message: 'string',
    param: 'string',
    payment_intent: 'object',
    payment_method: 'object',
    request_log_url: 'string',
    type: 'string',
  } satisfies Documented<Stripe.errors.StripeError>,
};

/** Parts whose contents are free: the shop's own words, and what is for Stripe.js alone. */
export const freeParts: ReadonlySet<string> = new Set(['metadata', 'use_stripe_sdk']);
