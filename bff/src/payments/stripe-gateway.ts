import type { OrderLog } from '@karigar/events';
import type Stripe from 'stripe';
import type { RefundReason } from '../contracts/order.ts';
import { ProblemError } from '../problem/problem-error.ts';
import {
  type GatewayDispute,
  type GatewayEvent,
  type GatewayIntent,
  type GatewayRefund,
  GatewayRefusedError,
  isRefused,
} from './payment-gateway.ts';
import { handledTypes, paymentOf, toEvent, toIntent, toRefund, translated } from './stripe-objects.ts';

/** Which account of the provider, and where to reach it. */
export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Base address of the payment simulator; null for Stripe itself. Nothing else changes. */
  readonly simulatorUrl: string | null;
}

/** How long one call may take (ms), and how often the SDK repeats one that failed. */
export interface Patience {
  readonly timeoutMs: number;
  readonly retries: number;
}

/** While a person waits: they must hear within two seconds that the provider is away, and may ask again themselves. */
export const whileWaiting: Patience = { timeoutMs: 1_800, retries: 0 };
/** When nobody waits: a slow answer is worth more than a quick failure. Repeating is safe, each of our calls has its own key. */
export const inBackground: Patience = { timeoutMs: 20_000, retries: 2 };

/** How old a signed message may be (seconds), so that a recorded one cannot be played back later. */
const maxEventAge = 300;
const limit = 100;
/** More refunds or disputes than any payment has. */
const most = { limit: 1_000 };

/** Our reasons for a refund for which the provider has a word. */
const reasons: { readonly [reason in RefundReason]?: Stripe.RefundCreateParams.Reason } = {
  customer: 'requested_by_customer',
  duplicate: 'duplicate',
  fraud: 'fraudulent',
};

/** What the shop needs of a card payment provider. */
export type PaymentGateway = ReturnType<typeof stripeGateway>;

/**
 * The card payment provider through Stripe's SDK, for the shop of `log`: this is the one place that keeps it from touching payments of
 * another shop on the same account, such as the one that it is a copy of. Every method throws `GatewayUnavailableError` when the provider is
 * away or too slow, and `GatewayRefusedError`.
 */
export function stripeGateway(
  { secretKey, webhookSecret, simulatorUrl }: StripeOptions,
  { timeoutMs, retries }: Patience,
  log: Pick<OrderLog, 'shop' | 'now'>,
) {
  let loading: Promise<Stripe> | undefined;
  /** The SDK is loaded with its first call: it takes a fifth of the memory of an idle server. */
  const client = (): Promise<Stripe> => {
    loading ??= import('stripe').then(
      ({ default: StripeClient }) =>
        new StripeClient(secretKey, {
          ...(simulatorUrl === null ? {} : hostOf(simulatorUrl)),
          maxNetworkRetries: retries,
          timeout: timeoutMs,
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
  async function* each<T>(list: (stripe: Stripe) => AsyncIterable<T>): AsyncIterable<T> {
    try {
      yield* list(await client());
    } catch (error) {
      throw translated(error);
    }
  }
  const own = async (intent: Stripe.PaymentIntent) => toIntent(intent, await log.shop());
  /** The intent as it is now; null when the provider does not know it. */
  const find = async (intentId: string): Promise<GatewayIntent | null> => {
    try {
      const expand = ['latest_charge'];
      return await own(await call((stripe) => stripe.paymentIntents.retrieve(intentId, { expand })));
    } catch (error) {
      if (isRefused(error, 'resource_missing')) return null;
      throw error;
    }
  };
  async function* eventsAfter(cursor: string): AsyncIterable<GatewayEvent> {
    const query = { types: handledTypes, ending_before: cursor, limit };
    for await (const event of each((stripe) => stripe.events.list(query))) yield toEvent(event);
  }

  return {
    find,
    /** Opens an intent over `amount` cents (US dollars), marked as this shop's. */
    async open(order: {
      readonly amount: number;
      readonly description: string;
      readonly metadata: Readonly<Record<string, string>>;
    }): Promise<GatewayIntent> {
      const params = {
        ...order,
        currency: 'usd',
        metadata: { ...order.metadata, shop: await log.shop() },
        // Cards alone, so that no confirmation needs an address to come back to; Stripe refuses it beside automatic methods.
        allowed_payment_method_types: ['card' as const],
      };
      return own(await call((stripe) => stripe.paymentIntents.create(params)));
    },
    /** Cancels if it is this shop's and that is still possible, and tells where the intent stands afterwards; null when it is unknown. */
    async cancel(intentId: string): Promise<GatewayIntent | null> {
      const intent = await find(intentId);
      if (intent?.state !== 'payable' && intent?.state !== 'processing') return intent;
      try {
        return await own(await call((stripe) => stripe.paymentIntents.cancel(intentId)));
      } catch (error) {
        if (isRefused(error, 'payment_intent_unexpected_state')) return find(intentId);
        throw error;
      }
    },
    /**
     * Gives all of a payment back that was not given back before; the provider has words of its own for some reasons, the others it
     * is not told. The same key gives the same refund again, as it is now.
     */
    async refund(order: {
      readonly intentId: string;
      readonly key: string;
      readonly reason: RefundReason;
      readonly metadata: Readonly<Record<string, string>>;
    }): Promise<GatewayRefund> {
      const intent = await find(order.intentId);
      if (intent?.state === 'foreign') throw new GatewayRefusedError('other_shop');
      const reason = reasons[order.reason];
      const params = {
        payment_intent: order.intentId,
        metadata: { ...order.metadata },
        ...(reason === undefined ? {} : { reason }),
      };
      const { key: idempotencyKey } = order;
      const created = await call((stripe) => stripe.refunds.create(params, { idempotencyKey }));
      // A repeated answer shows the refund as it was when it was made; it may have failed since.
      const isOld = created.lastResponse.headers['idempotent-replayed'] === 'true';
      return toRefund(isOld ? await call((stripe) => stripe.refunds.retrieve(created.id)) : created);
    },
    /** Every refund of a payment, failed ones too, newest first. */
    refunds: (intentId: string): Promise<GatewayRefund[]> =>
      call(async ({ refunds }) => {
        const list = await refunds.list({ payment_intent: intentId, limit }).autoPagingToArray(most);
        return list.map(toRefund);
      }),
    /** Every dispute of a payment, newest first. */
    disputes: (intentId: string): Promise<GatewayDispute[]> =>
      call(({ disputes }) => disputes.list({ payment_intent: intentId, limit }).autoPagingToArray(most)),
    /** Every intent made from `from` until `to` (ms), newest first. */
    async *between(from: number, to: number): AsyncIterable<GatewayIntent> {
      const query = { created: secondsOf(from, to), limit };
      for await (const intent of each((stripe) => stripe.paymentIntents.list(query))) yield own(intent);
    },
    /**
     * The events of the kinds that the shop handles, oldest first: those after the event `cursor`; without one, or when the provider
     * does not know it any more, those since `since` (ms). The provider keeps them for 30 days.
     */
    async *eventsSince(cursor: string | null, since: number): AsyncIterable<GatewayEvent> {
      if (cursor !== null) {
        try {
          return yield* eventsAfter(cursor);
        } catch (error) {
          // Only the first page can miss the cursor that was given.
          if (!isRefused(error, 'resource_missing')) throw error;
        }
      }
      // The provider lists the newest first, and backwards only from an event that is known.
      let oldest: Stripe.Event | null = null;
      const query = { types: handledTypes, created: { gte: Math.floor(since / 1_000) }, limit };
      for await (const event of each((stripe) => stripe.events.list(query))) oldest = event;
      if (oldest === null) return;
      yield toEvent(oldest);
      yield* eventsAfter(oldest.id);
    },
    /** What each payment has cost (cents) by its movements from `from` until `to` (ms), refunds and disputes included. */
    async fees(from: number, to: number): Promise<ReadonlyMap<string, number>> {
      const fees = new Map<string, number>();
      const query = { created: secondsOf(from, to), limit, expand: ['data.source'] };
      for await (const movement of each((stripe) => stripe.balanceTransactions.list(query))) {
        const id = paymentOf(movement);
        if (id !== null) fees.set(id, (fees.get(id) ?? 0) + movement.fee);
      }
      return fees;
    },
    /** Throws `GatewayUnavailableError` when the provider answers nothing at all. */
    async ping(): Promise<void> {
      await call((stripe) => stripe.events.list({ limit: 1 }));
    },
    /** Checks signature and age of a message and reads it. Throws `ProblemError` 400 when they are not good. */
    async readEvent(body: string, signature: string): Promise<GatewayEvent> {
      const [{ webhooks }, now] = [await client(), await log.now()];
      try {
        return toEvent(webhooks.constructEvent(body, signature, webhookSecret, maxEventAge, undefined, now));
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

/** The whole seconds that hold what was made from `from` until `to` (ms). */
const secondsOf = (from: number, to: number) => ({
  gte: Math.floor(from / 1_000),
  lt: Math.ceil(to / 1_000),
});
