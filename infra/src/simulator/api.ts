import { Hono } from 'hono';
import { acceptedParams as takes } from './accepted-params.ts';
import { type ApiParts, apiCall, type Call, type Endpoint } from './api-call.ts';
import { asOfNow } from './balance-transactions.ts';
import { find, page } from './listing.ts';
import type { PaymentIntent } from './objects.ts';
import { listParam, type Params, textParam } from './params.ts';
import {
  answerChallenge,
  cancelIntent,
  confirmIntent,
  createIntent,
  settleIntent,
} from './payment-intents.ts';
import { createPaymentMethod } from './payment-methods.ts';
import { createRefund } from './refunds.ts';
import { type Store, toldTypes } from './store.ts';
import { invalidParam } from './stripe-error.ts';

/** The part of Stripe's API that the shop uses, under /v1. */
export function stripeApi(parts: ApiParts): Hono {
  const { store } = parts;
  const endpoints: Record<string, Endpoint> = {
    'POST /v1/payment_methods': {
      accepts: takes.createMethod,
      publishable: true,
      run: ({ params }) => createPaymentMethod(store, params),
    },
    'POST /v1/payment_intents': {
      accepts: takes.createIntent,
      run: ({ params }) => createIntent(store, params),
    },
    'GET /v1/payment_intents': {
      accepts: takes.listIntents,
      run: ({ params }) => page(store.intents, '/v1/payment_intents', params),
    },
    'GET /v1/payment_intents/:id': {
      accepts: takes.retrieveIntent,
      publishable: true,
      run: (call) => expanded(call.params, '', 'latest_charge', [owned(store, call)], store)[0],
    },
    'POST /v1/payment_intents/:id/confirm': {
      accepts: takes.confirmIntent,
      publishable: true,
      run: (call) => confirmIntent(store, owned(store, call), call.params),
      later: ({ id, status }: PaymentIntent) =>
        status === 'processing' ? () => settleIntent(store, id) : null,
    },
    'POST /v1/payment_intents/:id/challenge': {
      accepts: { outcome: ['accept', 'refuse'] },
      publishable: true,
      run: (call) => answerChallenge(store, owned(store, call), call.params),
    },
    'POST /v1/payment_intents/:id/cancel': {
      accepts: takes.nothing,
      run: ({ id }) => cancelIntent(store, id),
    },
    'POST /v1/refunds': {
      accepts: takes.createRefund,
      run: ({ params }) => createRefund(store, params),
    },
    'GET /v1/refunds': {
      accepts: takes.listRefunds,
      run: ({ params }) => page(store.refunds, '/v1/refunds', params, ofPayment(params)),
    },
    'GET /v1/refunds/:id': {
      accepts: takes.nothing,
      run: ({ id }) => find(store, 'refunds', id),
    },
    'GET /v1/disputes': {
      accepts: takes.listDisputes,
      run: ({ params }) => page(store.disputes, '/v1/disputes', params, ofPayment(params)),
    },
    'GET /v1/balance_transactions': {
      accepts: takes.listBalance,
      run({ params }) {
        const found = page(store.balance, '/v1/balance_transactions', params);
        const data = expanded(params, 'data.', 'source', found.data.map(asOfNow), store);
        return { ...found, data };
      },
    },
    'GET /v1/events': {
      accepts: takes.listEvents,
      run({ params }) {
        // Each with the number of deliveries that are still to come.
        const events = [...store.events].map(
          ([id, { event, delivered }]) => [id, { ...event, pending_webhooks: delivered ? 0 : 1 }] as const,
        );
        return page(new Map(events), '/v1/events', params, ofTypes(params));
      },
    },
  };

  const app = new Hono();
  for (const [route, endpoint] of Object.entries(endpoints)) {
    const [method = '', path = ''] = route.split(' ');
    app.on(method, path, apiCall(parts, endpoint));
  }
  return app;
}

/** Whether an object belongs to the payment that a list is asked for. */
function ofPayment(params: Params) {
  const intent = textParam(params, 'payment_intent');
  return (one: { payment_intent: string | null }) => intent === undefined || one.payment_intent === intent;
}

/**
 * Whether an event is of one of the types asked for, at most 20. Refuses a type that is never told here, because a shop would wait for it
 * in vain.
 */
function ofTypes(params: Params) {
  const types = listParam(params, 'types');
  if (types.length > 20) throw invalidParam('At most 20 types can be given.', 'types');
  const strange = types.find((one) => !(toldTypes as readonly string[]).includes(one));
  if (strange !== undefined) throw invalidParam(`No event of the type ${strange} is told here.`, 'types');
  return (event: { type: string }) => types.length === 0 || types.includes(event.type);
}

/** Puts objects in the place of the ids in `field`, the one that `expand` may name here, behind `prefix`. Throws 400 for another. */
function expanded<T, F extends keyof T & string>(
  params: Params,
  prefix: '' | 'data.',
  field: F,
  objects: readonly T[],
  { charges, refunds, disputes }: Store,
): unknown[] {
  const paths = listParam(params, 'expand');
  const other = paths.find((path) => path !== prefix + field);
  if (other !== undefined) throw invalidParam(`This property cannot be expanded (${other}).`, 'expand');
  const wholeOf = (id: string) => charges.get(id) ?? refunds.get(id) ?? disputes.get(id) ?? null;
  return paths.length === 0
    ? [...objects]
    : objects.map((one) => ({ ...one, [field]: wholeOf(String(one[field])) }));
}

/** The intent of the call; a browser must show its client secret. */
function owned(store: Store, call: Call): PaymentIntent {
  const intent = find(store, 'intents', call.id);
  if (call.caller === 'secret' || call.clientSecret === intent.client_secret) return intent;
  throw invalidParam(
    'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the provided client_secret matches the PaymentIntent.',
    'client_secret',
    'payment_intent_invalid_parameter',
  );
}
