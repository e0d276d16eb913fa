import type Stripe from 'stripe';
import { ProblemError } from '../problem/problem-error.ts';
import { GatewayRefusedError, type PaymentGateway } from './payment-gateway.ts';
import { codeOf, isRepeated, openingRefusal, refundRefusal, translated } from './stripe-errors.ts';
import {
  handledTypes,
  stripeReasons,
  toDispute,
  toEvent,
  toFee,
  toIntent,
  toRefund,
} from './stripe-objects.ts';

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
const pageSize = 100;
/** More refunds or disputes than any payment has. */
const most = 1_000;

/**
 * The card payment provider through Stripe's SDK, for the shop whose id `ownShop` answers: this is the one place that keeps it from touching
 * payments of another shop on the same account, such as the one that it is a copy of.
 */
export function stripeGateway(
  options: StripeOptions,
  patience: Patience,
  ownShop: () => Promise<string>,
): PaymentGateway {
  let loading: Promise<Stripe> | undefined;
  /** The SDK is loaded with its first call: it takes a fifth of the memory of an idle server. */
  const client = (): Promise<Stripe> => {
    loading ??= import('stripe').then(
      ({ default: StripeClient }) =>
        new StripeClient(options.secretKey, {
          ...(options.simulatorUrl === null ? {} : hostOf(options.simulatorUrl)),
          maxNetworkRetries: patience.retries,
          timeout: patience.timeoutMs,
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
  const find = async (intentId: string) => {
    const shop = await ownShop();
    return nullIfMissing(
      call(async (stripe) => toIntent(await stripe.paymentIntents.retrieve(intentId), shop)),
    );
  };
  const refuseForeign = async (intentId: string): Promise<void> => {
    if ((await find(intentId))?.state === 'foreign')
      throw new GatewayRefusedError('refused', 'other_shop', undefined);
  };
  const eventsAfter = (cursor: string) =>
    each((stripe) => stripe.events.list({ types: handledTypes, ending_before: cursor, limit: pageSize }));
  /** The provider lists the newest first, and backwards only from an event that is known. */
  const oldestEvent = async (since: number): Promise<Stripe.Event | null> => {
    let oldest: Stripe.Event | null = null;
    const created = { gte: Math.floor(since / 1_000) };
    for await (const event of each((stripe) =>
      stripe.events.list({ types: handledTypes, created, limit: pageSize }),
    ))
      oldest = event;
    return oldest;
  };

  return {
    async open({ amount, description, metadata, key }) {
      const shop = await ownShop();
      return call(async (stripe) => {
        const created = await stripe.paymentIntents
          .create(
            {
              amount,
              currency: 'usd',
              description,
              metadata: { ...metadata, shop },
              // Cards alone, so that no confirmation needs an address to come back to; Stripe refuses it beside automatic methods.
              allowed_payment_method_types: ['card'],
            },
            { idempotencyKey: key },
          )
          .catch((error: unknown) => {
            throw openingRefusal(error);
          });
        return { intent: toIntent(created, shop), repeated: isRepeated(created.lastResponse.headers) };
      });
    },
    find,
    async cancel(intentId) {
      const intent = await find(intentId);
      if (intent === null || intent.state === 'foreign') return intent;
      const shop = await ownShop();
      try {
        return await call(async (stripe) => toIntent(await stripe.paymentIntents.cancel(intentId), shop));
      } catch (error) {
        if (codeOf(error) === 'payment_intent_unexpected_state') return find(intentId);
        throw error;
      }
    },
    async refund({ intentId, key, reason, metadata }) {
      await refuseForeign(intentId);
      return call(async (stripe) => {
        const word = stripeReasons[reason];
        const created = await stripe.refunds
          .create(
            {
              payment_intent: intentId,
              metadata: { ...metadata },
              ...(word === undefined ? {} : { reason: word }),
            },
            { idempotencyKey: key },
          )
          .catch((error: unknown) => {
            throw refundRefusal(error);
          });
        // A repeated answer shows the refund as it was when it was made; it may have failed since.
        return toRefund(
          isRepeated(created.lastResponse.headers) ? await stripe.refunds.retrieve(created.id) : created,
        );
      });
    },
    refunds: (intentId) =>
      call(async (stripe) => {
        const list = stripe.refunds.list({ payment_intent: intentId, limit: pageSize });
        return (await list.autoPagingToArray({ limit: most })).map(toRefund);
      }),
    disputes: (intentId) =>
      call(async (stripe) => {
        const list = stripe.disputes.list({ payment_intent: intentId, limit: pageSize });
        return (await list.autoPagingToArray({ limit: most })).map(toDispute);
      }),
    async mark(intentId, metadata) {
      await refuseForeign(intentId);
      await call((stripe) => stripe.paymentIntents.update(intentId, { metadata: { ...metadata } }));
    },
    async *between(from, to) {
      const created = secondsOf(from, to);
      const shop = await ownShop();
      for await (const intent of each((stripe) => stripe.paymentIntents.list({ created, limit: pageSize })))
        yield toIntent(intent, shop);
    },
    async *eventsSince(cursor, since) {
      if (cursor !== null) {
        try {
          for await (const event of eventsAfter(cursor)) yield toEvent(event);
          return;
        } catch (error) {
          // Only the first page can miss the cursor that was given.
          if (codeOf(error) !== 'resource_missing') throw error;
        }
      }
      const oldest = await oldestEvent(since);
      if (oldest === null) return;
      yield toEvent(oldest);
      for await (const event of eventsAfter(oldest.id)) yield toEvent(event);
    },
    async *fees(from, to) {
      const created = secondsOf(from, to);
      for await (const movement of each((stripe) =>
        stripe.balanceTransactions.list({ created, limit: pageSize, expand: ['data.source'] }),
      )) {
        const fee = toFee(movement);
        if (fee !== null) yield fee;
      }
    },
    async ping() {
      await call((stripe) => stripe.events.list({ limit: 1 }));
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

/** The whole seconds that hold what was made from `from` until `to` (ms). */
const secondsOf = (from: number, to: number) => ({
  gte: Math.floor(from / 1_000),
  lt: Math.ceil(to / 1_000),
});

async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'resource_missing') return null;
    throw error;
  }
}
