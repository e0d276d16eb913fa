import type Stripe from 'stripe';
import { ProblemError } from '../problem/problem-error.ts';
import {
  type GatewayEvent,
  type GatewayIntent,
  GatewayRefusedError,
  GatewayUnavailableError,
  type IntentState,
  type PaymentGateway,
} from './payment-gateway.ts';

export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Base address of the payment simulator; null for Stripe itself. Nothing else changes. */
  readonly simulatorUrl: string | null;
  /** How long one call may take (ms). */
  readonly timeoutMs?: number;
}

/** Less than the two seconds within which a person must hear that the provider is away. */
const defaultTimeoutMs = 1_800;
/** How old a signed message may be (seconds), so that a recorded one cannot be played back later. */
const maxEventAge = 300;

/**
 * The card payment provider through Stripe's SDK. The SDK's own retries are off: each of our calls has a key of its own,
 * and a person waiting at a card form is better served by a quick answer.
 */
export function stripeGateway(options: StripeOptions): PaymentGateway {
  let loading: Promise<Stripe> | undefined;
  /** The SDK is loaded with its first call: it takes a fifth of the memory of an idle server. */
  const client = (): Promise<Stripe> => {
    loading ??= import('stripe').then(
      ({ default: StripeClient }) =>
        new StripeClient(options.secretKey, {
          ...(options.simulatorUrl === null ? {} : hostOf(options.simulatorUrl)),
          maxNetworkRetries: 0,
          timeout: options.timeoutMs ?? defaultTimeoutMs,
          telemetry: false,
        }),
    );
    return loading;
  };
  const call = async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    try {
      return await work(await client());
    } catch (error) {
      throw translated(error);
    }
  };
  const find = (intentId: string) =>
    nullIfMissing(call(async (stripe) => toIntent(await stripe.paymentIntents.retrieve(intentId))));

  return {
    open: ({ amount, description, metadata, key }) =>
      call(async (stripe) => {
        const created = await stripe.paymentIntents
          .create(
            {
              amount,
              currency: 'usd',
              description,
              metadata: { ...metadata },
              automatic_payment_methods: { enabled: true },
            },
            { idempotencyKey: key },
          )
          .catch((error: unknown) => {
            throw refusalOf(error) ?? error;
          });
        return { intent: toIntent(created), repeated: isRepeated(created.lastResponse.headers) };
      }),
    find,
    async cancel(intentId) {
      try {
        return await nullIfMissing(
          call(async (stripe) => toIntent(await stripe.paymentIntents.cancel(intentId))),
        );
      } catch (error) {
        if (codeOf(error) === 'payment_intent_unexpected_state') return find(intentId);
        throw error;
      }
    },
    async refund(intentId) {
      try {
        const created = await call((stripe) =>
          stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey: `refund:${intentId}` }),
        );
        return { repeated: isRepeated(created.lastResponse.headers) };
      } catch (error) {
        if (codeOf(error) === 'charge_already_refunded') return { repeated: true };
        throw error;
      }
    },
    refunded: (intentId) =>
      call(async (stripe) => {
        let sum = 0;
        for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
          if (refund.status !== 'failed' && refund.status !== 'canceled') sum += refund.amount;
        return sum;
      }),
    async mark(intentId, metadata) {
      await call((stripe) => stripe.paymentIntents.update(intentId, { metadata: { ...metadata } }));
    },
    async *between(from, to) {
      const created = { gte: Math.floor(from / 1_000), lt: Math.ceil(to / 1_000) };
      try {
        for await (const intent of (await client()).paymentIntents.list({ created, limit: 100 }))
          yield toIntent(intent);
      } catch (error) {
        throw translated(error);
      }
    },
    async readEvent(body, signature) {
      const { webhooks } = await client();
      try {
        return toEvent(webhooks.constructEvent(body, signature, options.webhookSecret, maxEventAge));
      } catch (error) {
        throw new ProblemError('INVALID', 'The message carries no good signature.', { cause: error });
      }
    },
  };
}

function hostOf(url: string) {
  const { hostname, port, protocol } = new URL(url);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  return { host: hostname, port: Number(port || (scheme === 'https' ? 443 : 80)), protocol: scheme } as const;
}

async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'resource_missing') return null;
    throw error;
  }
}

function toIntent(intent: Stripe.PaymentIntent): GatewayIntent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    state: stateOf(intent.status),
    amount: intent.amount,
    received: intent.amount_received,
    currency: intent.currency,
    metadata: intent.metadata,
    createdAt: intent.created * 1_000,
  };
}

function stateOf(status: Stripe.PaymentIntent.Status): IntentState {
  switch (status) {
    case 'succeeded':
      return 'succeeded';
    case 'canceled':
      return 'canceled';
    case 'processing':
      return 'processing';
    default:
      return 'payable';
  }
}

function toEvent(event: Stripe.Event): GatewayEvent {
  const about: unknown = event.data.object;
  const isIntent =
    typeof about === 'object' && about !== null && 'object' in about && about.object === 'payment_intent';
  if (!isIntent) return { id: event.id, type: event.type, intentId: null, metadata: {} };
  const intent = about as Stripe.PaymentIntent;
  return { id: event.id, type: event.type, intentId: intent.id, metadata: intent.metadata };
}

/** By its `type`, which is the name of its class: the classes themselves come with the SDK. */
const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe');

const codeOf = (error: unknown): string | undefined => (isStripeError(error) ? error.code : undefined);

const isRepeated = (headers: Readonly<Record<string, unknown>> | undefined): boolean =>
  headers?.['idempotent-replayed'] === 'true';

function refusalOf(error: unknown): GatewayRefusedError | null {
  if (!isStripeError(error)) return null;
  if (error.code === 'amount_too_large' || error.code === 'amount_too_small')
    return new GatewayRefusedError('amount', error);
  // An old failure that the provider repeats under the same key; waiting does not help, another key may.
  return error.type === 'StripeIdempotencyError' || isRepeated(error.headers)
    ? new GatewayRefusedError('key-spent', error)
    : null;
}

/** What means "away": no connection, too slow, its own fault, too many calls, our own key refused. */
const awayTypes = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
  'StripePermissionError',
]);

/** GatewayUnavailableError where asking again later may help, an idempotency key in use (409) included; else the error itself. */
function translated(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  const away = awayTypes.has(error.type) || (error.statusCode ?? 0) >= 500 || error.statusCode === 409;
  return away ? new GatewayUnavailableError(error) : error;
}
