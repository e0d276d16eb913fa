import Stripe from 'stripe';
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
  const stripe = new Stripe(options.secretKey, {
    ...(options.simulatorUrl === null ? {} : hostOf(options.simulatorUrl)),
    maxNetworkRetries: 0,
    timeout: options.timeoutMs ?? defaultTimeoutMs,
    telemetry: false,
  });

  const find = (intentId: string) =>
    unlessMissing(async () => toIntent(await stripe.paymentIntents.retrieve(intentId)));

  return {
    async open({ amount, description, metadata, key }) {
      try {
        const made = await stripe.paymentIntents.create(
          {
            amount,
            currency: 'usd',
            description,
            metadata: { ...metadata },
            automatic_payment_methods: { enabled: true },
          },
          { idempotencyKey: key },
        );
        const repeated = made.lastResponse.headers['idempotent-replayed'] === 'true';
        return { intent: toIntent(made), repeated };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError) {
          if (error.code === 'amount_too_large' || error.code === 'amount_too_small')
            throw new GatewayRefusedError('amount', error);
          if (error instanceof Stripe.errors.StripeIdempotencyError || isReplay(error))
            throw new GatewayRefusedError('key-spent', error);
        }
        throw translated(error);
      }
    },
    find,
    async cancel(intentId) {
      try {
        return await unlessMissing(async () => toIntent(await stripe.paymentIntents.cancel(intentId)));
      } catch (error) {
        if (codeOf(error) === 'payment_intent_unexpected_state') return find(intentId);
        throw error;
      }
    },
    async refund(intentId) {
      try {
        const made = await stripe.refunds.create(
          { payment_intent: intentId },
          { idempotencyKey: `refund:${intentId}` },
        );
        return { repeated: made.lastResponse.headers['idempotent-replayed'] === 'true' };
      } catch (error) {
        if (codeOf(error) === 'charge_already_refunded') return { repeated: true };
        throw translated(error);
      }
    },
    async refunded(intentId) {
      try {
        let sum = 0;
        for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
          if (refund.status !== 'failed' && refund.status !== 'canceled') sum += refund.amount;
        return sum;
      } catch (error) {
        throw translated(error);
      }
    },
    async mark(intentId, metadata) {
      try {
        await stripe.paymentIntents.update(intentId, { metadata: { ...metadata } });
      } catch (error) {
        throw translated(error);
      }
    },
    async *between(from, to) {
      const created = { gte: Math.floor(from / 1_000), lt: Math.ceil(to / 1_000) };
      try {
        for await (const intent of stripe.paymentIntents.list({ created, limit: 100 }))
          yield toIntent(intent);
      } catch (error) {
        throw translated(error);
      }
    },
    readEvent(body, signature) {
      try {
        return toEvent(stripe.webhooks.constructEvent(body, signature, options.webhookSecret, maxEventAge));
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

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === 'resource_missing') return null;
    throw translated(error);
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

const codeOf = (error: unknown): string | undefined =>
  error instanceof Stripe.errors.StripeError ? error.code : undefined;

/** An old failure that the provider repeats under the same key; waiting does not help, another key may. */
const isReplay = (error: Stripe.errors.StripeError): boolean =>
  error.headers?.['idempotent-replayed'] === 'true';

/** What means "away": no connection, too slow, its own fault, too many calls, our own key refused, an idempotency key in use. */
function translated(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const away =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    (error.statusCode ?? 0) >= 500 ||
    error.statusCode === 409;
  return away ? new GatewayUnavailableError(error) : error;
}
