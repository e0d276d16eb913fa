import type { OrderLog } from '@karigar/events';
import type Stripe from 'stripe';
import { currency, formatMoney, minorUnits, mostByCard } from '../contracts/money.ts';
import type { RefundReason } from '../contracts/order.ts';
import { ProblemError } from '../problem/problem-error.ts';
import {
  failureOf,
  type GatewayEvent,
  type GatewayIntent,
  handledTypes,
  paymentOf,
  refusalOf,
  stateOf,
  toEvent,
  translated,
} from './payment-gateway.ts';

/** Which account of the provider, and where to reach it. */
export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Base address of the payment simulator; null for Stripe itself. Nothing else changes. */
  simulatorUrl: string | null;
}

// How long one call may take (ms), and how often the SDK repeats one that failed.

/** While a person waits: they must hear within two seconds that the provider is away, and may ask again themselves. */
export const whileWaiting = { timeout: 1_800, maxNetworkRetries: 0 };
/** For calls that no person waits for: a slow answer is worth more than a quick failure. Repeating is safe, each of our calls has its own key. */
export const inBackground = { timeout: 20_000, maxNetworkRetries: 2 };

/** How old a signed message may be (seconds), so that a recorded one cannot be played back later. */
const maxEventAge = 300;
const limit = 100;

/** Our reasons for a refund for which the provider has a word. */
const reasons: { readonly [reason in RefundReason]?: Stripe.RefundCreateParams.Reason } = {
  customer: 'requested_by_customer',
  duplicate: 'duplicate',
  fraud: 'fraudulent',
};

/** What the shop needs of a card payment provider. */
export type PaymentGateway = ReturnType<typeof stripeGateway>;

type Metadata = Readonly<Record<string, string>>;

/**
 * The card payment provider through Stripe's SDK, for the shop of `log`: this is the one place that keeps it from touching payments of
 * another shop on the same account, such as the one that it is a copy of. Every method throws `GatewayUnavailableError` when the provider is
 * away or too slow, and the SDK's own error when it refuses.
 */
export function stripeGateway(
  { secretKey, webhookSecret, simulatorUrl }: StripeOptions,
  patience: typeof whileWaiting,
  log: Pick<OrderLog, 'shop' | 'now'>,
) {
  let loading: Promise<Stripe> | undefined;
  /** The SDK is loaded with its first call: it takes a fifth of the memory of an idle server. */
  const client = (): Promise<Stripe> => {
    loading ??= import('stripe').then(
      ({ default: StripeClient }) =>
        new StripeClient(secretKey, { ...hostOf(simulatorUrl), ...patience, telemetry: false }),
    );
    return loading;
  };
  /** Makes a call; a refusal that is named in `otherwise` gives the value there. */
  const call = async <T>(
    work: (stripe: Stripe) => Promise<T>,
    otherwise: Readonly<Record<string, () => Promise<T>>> = {},
  ): Promise<T> => {
    try {
      return await work(await client());
    } catch (error) {
      const instead = otherwise[refusalOf(error) ?? ''];
      if (instead) return instead();
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
  const all = async <T>(list: (stripe: Stripe) => AsyncIterable<T>): Promise<T[]> => {
    const found: T[] = [];
    for await (const one of each(list)) found.push(one);
    return found;
  };
  const own = async (intent: Stripe.PaymentIntent): Promise<GatewayIntent> => ({
    ...intent,
    amount: hundredths(intent.amount),
    amount_received: hundredths(intent.amount_received),
    ...(intent.metadata.shop === (await log.shop())
      ? { state: stateOf(intent) }
      : { state: 'foreign', client_secret: null }),
  });
  const unknown = { resource_missing: async () => null };
  const expand = ['latest_charge'];
  /** The intent as it is now; null when the provider does not know it. */
  const find = (intentId: string) =>
    call<GatewayIntent | null>(
      async ({ paymentIntents }) => own(await paymentIntents.retrieve(intentId, { expand })),
      unknown,
    );

  return {
    find,
    /** Opens an intent over `amount` cents, marked as this shop's, and described by the order in its metadata. Throws ProblemError 400 for a sum that no card can pay. */
    async open(amount: number, metadata: Metadata) {
      const { orderId } = metadata;
      const params = {
        amount: (amount * minorUnits()) / 100,
        description: `Karigar ${orderId === undefined ? 'payment' : `order ${orderId}`}`,
        currency: currency().toLowerCase(),
        metadata: { ...metadata, shop: await log.shop() },
        // Cards alone, so that no confirmation needs an address to come back to; Stripe refuses it beside automatic methods.
        allowed_payment_method_types: ['card' as const],
      };
      const refused = () => Promise.reject(sumRefused());
      return call(async ({ paymentIntents }) => own(await paymentIntents.create(params)), {
        amount_too_small: refused,
        amount_too_large: refused,
      });
    },
    /** Cancels if it is this shop's and that is still possible, and gives the state of the intent afterwards; null when it is unknown. */
    async cancel(intentId: string): Promise<GatewayIntent | null> {
      const intent = await find(intentId);
      if (intent?.state !== 'payable' && intent?.state !== 'processing') return intent;
      return call<GatewayIntent | null>(
        async ({ paymentIntents }) => own(await paymentIntents.cancel(intentId)),
        { payment_intent_unexpected_state: () => find(intentId) },
      );
    },
    /**
     * Gives all of a payment back that was not given back before; the provider has words of its own for some reasons, the others it
     * is not told. The same key gives the same refund again, as it is now. Answers why nothing goes back, in the provider's word; else null.
     */
    async refund(
      intentId: string,
      key: string,
      reason: RefundReason,
      metadata: Metadata,
    ): Promise<string | null> {
      const intent = await find(intentId);
      if (intent?.state === 'foreign') return 'other_shop';
      const params = {
        payment_intent: intentId,
        metadata,
        ...(reasons[reason] && { reason: reasons[reason] }),
      };
      try {
        const created = await call((stripe) => stripe.refunds.create(params, { idempotencyKey: key }));
        // A repeated answer shows the refund as it was when it was made; it may have failed since.
        const isOld = created.lastResponse.headers['idempotent-replayed'] === 'true';
        return failureOf(isOld ? await call((stripe) => stripe.refunds.retrieve(created.id)) : created);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === null) throw error;
        return refusal;
      }
    },
    /** Every refund of a payment, failed ones too, newest first. */
    refunds: (payment_intent: string) =>
      all(({ refunds }) => refunds.list({ payment_intent, limit })).then(inHundredths),
    /** Every dispute of a payment, newest first. */
    disputes: (payment_intent: string) =>
      all(({ disputes }) => disputes.list({ payment_intent, limit })).then(inHundredths),
    /** Every intent made from `from` until `to` (ms), newest first. */
    async *between(from: number, to: number): AsyncIterable<GatewayIntent> {
      const query = { created: secondsOf(from, to), limit };
      for await (const intent of each((stripe) => stripe.paymentIntents.list(query))) yield own(intent);
    },
    /** The events since `since` (ms) of the kinds that the shop handles, oldest first. The provider keeps them for 30 days. */
    async eventsSince(since: number): Promise<GatewayEvent[]> {
      const query = { types: handledTypes, created: { gte: Math.floor(since / 1_000) }, limit };
      return (await all(({ events }) => events.list(query))).map(toEvent).reverse();
    },
    /** What each payment has cost (cents) by its movements from `from` until `to` (ms), refunds and disputes included. */
    async fees(from: number, to: number): Promise<ReadonlyMap<string, number>> {
      const fees = new Map<string, number>();
      const query = { created: secondsOf(from, to), limit, expand: ['data.source'] };
      for await (const movement of each((stripe) => stripe.balanceTransactions.list(query))) {
        const id = paymentOf(movement);
        if (id !== null) fees.set(id, (fees.get(id) ?? 0) + hundredths(movement.fee));
      }
      return fees;
    },
    /** Throws `GatewayUnavailableError` when the provider answers nothing at all. */
    async ping(): Promise<void> {
      await call((stripe) => stripe.events.list({ limit: 1 }));
    },
    /** The endpoints that the provider sends messages to, and the version of its API that this release speaks. */
    async webhooks() {
      const version = (await client()).getApiField('version');
      return { endpoints: await all(({ webhookEndpoints }) => webhookEndpoints.list({ limit })), version };
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

/** An amount of the provider's minor units in hundredths of the unit, as the log counts. */
const hundredths = (amount: number): number => (amount * 100) / minorUnits();
const inHundredths = <T extends { amount: number }>(all: T[]): T[] =>
  all.map((one) => ({ ...one, amount: hundredths(one.amount) }));

function hostOf(simulatorUrl: string | null) {
  if (simulatorUrl === null) return {};
  const { hostname: host, port, protocol } = new URL(simulatorUrl);
  const isSecure = protocol === 'https:';
  return { host, port: port || (isSecure ? 443 : 80), protocol: isSecure ? 'https' : 'http' } as const;
}

/** The whole seconds that hold what was made from `from` until `to` (ms). */
const secondsOf = (from: number, to: number) => ({
  gte: Math.floor(from / 1_000),
  lt: Math.ceil(to / 1_000),
});

const sumRefused = () =>
  new ProblemError(
    'INVALID',
    `A card can pay ${formatMoney(mostByCard())} at most, and not the smallest sums. Contact us for another way to pay.`,
    { errors: [{ field: 'price', message: 'This sum cannot be paid by card.' }] },
  );
