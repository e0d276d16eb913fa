import { Hono } from 'hono';
import type Stripe from 'stripe';
import { z } from 'zod';
import { type ApiParts, apiCall, type Call, endpoint } from './api-call.ts';
import { asOfNow } from './balance-transactions.ts';
import { find, listParams, page } from './listing.ts';
import type { PaymentIntent } from './objects.ts';
import { list, takes, text } from './params.ts';
import {
  answerChallenge,
  cancelIntent,
  confirmIntent,
  createIntent,
  intentParams,
  settleIntent,
} from './payment-intents.ts';
import { createPaymentMethod, methodParams } from './payment-methods.ts';
import { createRefund, refundParams } from './refunds.ts';
import { type Store, toldTypes } from './store.ts';
import { invalidParam } from './stripe-error.ts';

const nothing = z.strictObject({});
const toRetrieve = takes<Stripe.PaymentIntentRetrieveParams>()({ expand: list.default([]) });
const toConfirm = takes<Stripe.PaymentIntentConfirmParams>()({
  payment_method: text.optional(),
  use_stripe_sdk: z.literal('true').optional(),
});
const forBrowsers = { publishable: true };

/** The part of Stripe's API that the shop uses, under /v1. What Stripe takes and the shop has no use for is refused. */
export function stripeApi(parts: ApiParts): Hono {
  const { store } = parts;
  /** Whether an object belongs to the payment that a list is asked for. */
  const ofPayment =
    ({ payment_intent: asked }: { payment_intent?: string | undefined }) =>
    (one: { payment_intent: string | null }) =>
      asked === undefined || one.payment_intent === asked;
  const endpoints = {
    'POST /v1/payment_methods': endpoint(
      methodParams,
      ({ params }) => createPaymentMethod(store, params),
      forBrowsers,
    ),
    'POST /v1/payment_intents': endpoint(intentParams, ({ params }) => createIntent(store, params)),
    'GET /v1/payment_intents': endpoint(listParams.intents, ({ params }) =>
      page(store.intents, '/v1/payment_intents', params),
    ),
    'GET /v1/payment_intents/:id': endpoint(
      toRetrieve,
      (call) => expanded(call.params, '', 'latest_charge', [owned(store, call)], store)[0],
      forBrowsers,
    ),
    'POST /v1/payment_intents/:id/confirm': endpoint(
      toConfirm,
      (call) => confirmIntent(store, owned(store, call), call.params),
      {
        publishable: true,
        later: ({ id, status }: PaymentIntent) =>
          status === 'processing' ? () => settleIntent(store, id) : null,
      },
    ),
    'POST /v1/payment_intents/:id/challenge': endpoint(
      z.strictObject({ outcome: z.enum(['accept', 'refuse']) }),
      (call) => answerChallenge(store, owned(store, call), call.params),
      forBrowsers,
    ),
    'POST /v1/payment_intents/:id/cancel': endpoint(nothing, ({ id }) => cancelIntent(store, id)),
    'POST /v1/refunds': endpoint(refundParams, ({ params }) => createRefund(store, params)),
    'GET /v1/refunds': endpoint(listParams.refunds, ({ params }) =>
      page(store.refunds, '/v1/refunds', params, ofPayment(params)),
    ),
    'GET /v1/refunds/:id': endpoint(nothing, ({ id }) => find(store, 'refunds', id)),
    'GET /v1/disputes': endpoint(listParams.disputes, ({ params }) =>
      page(store.disputes, '/v1/disputes', params, ofPayment(params)),
    ),
    'GET /v1/balance_transactions': endpoint(listParams.balance, ({ params }) => {
      const found = page(store.balance, '/v1/balance_transactions', params);
      return { ...found, data: expanded(params, 'data.', 'source', found.data.map(asOfNow), store) };
    }),
    'GET /v1/events': endpoint(listParams.events, ({ params }) => {
      // Each with the number of deliveries that are still to come.
      const events = [...store.events].map(
        ([id, { event, delivered }]) => [id, { ...event, pending_webhooks: delivered ? 0 : 1 }] as const,
      );
      return page(new Map(events), '/v1/events', params, ofTypes(params.types));
    }),
  };

  const app = new Hono();
  for (const [route, one] of Object.entries(endpoints)) {
    const [method = '', path = ''] = route.split(' ');
    app.on(method, path, apiCall(parts, one));
  }
  return app;
}

/**
 * Whether an event is of one of the types asked for, at most 20. Refuses a type that is never told here, because a shop would wait for it
 * in vain.
 */
function ofTypes(types: readonly string[] = toldTypes) {
  if (types.length > 20) throw invalidParam('At most 20 types can be given.', 'types');
  const strange = types.find((one) => !(toldTypes as readonly string[]).includes(one));
  if (strange !== undefined) throw invalidParam(`No event of the type ${strange} is told here.`, 'types');
  return ({ type }: { type: string }) => types.includes(type);
}

/** Puts objects in the place of the ids in `field`, the one that `expand` may name here, behind `prefix`. Throws 400 for another. */
function expanded<T, F extends keyof T & string>(
  { expand }: { expand: readonly string[] },
  prefix: '' | 'data.',
  field: F,
  objects: readonly T[],
  { charges, refunds, disputes }: Store,
): unknown[] {
  const other = expand.find((path) => path !== prefix + field);
  if (other !== undefined) throw invalidParam(`This property cannot be expanded (${other}).`, 'expand');
  const wholeOf = (id: string) => charges.get(id) ?? refunds.get(id) ?? disputes.get(id) ?? null;
  return expand.length === 0
    ? [...objects]
    : objects.map((one) => ({ ...one, [field]: wholeOf(String(one[field])) }));
}

/** The intent of the call; a browser must show its client secret. */
function owned(store: Store, call: Call<unknown>): PaymentIntent {
  const intent = find(store, 'intents', call.id);
  if (call.caller === 'secret' || call.clientSecret === intent.client_secret) return intent;
  throw invalidParam(
    'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the provided client_secret matches the PaymentIntent.',
    'client_secret',
    'payment_intent_invalid_parameter',
  );
}
