import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { acceptedParams as takes } from './accepted-params.ts';
import { type ApiParts, apiCall, type Call, type Done, type Endpoint } from './api-call.ts';
import { asOfNow } from './balance-transactions.ts';
import { answerChallenge, confirmIntent, settleIntent } from './confirm-intent.ts';
import { allEvents } from './events.ts';
import { listParam, type Params, textParam } from './form-body.ts';
import { find, page } from './listing.ts';
import type { PaymentIntent } from './objects.ts';
import { toldTypes } from './outcome.ts';
import { cancelIntent, createIntent, type IntentOutcome } from './payment-intents.ts';
import { createPaymentMethod } from './payment-methods.ts';
import { createRefund } from './refunds.ts';
import type { Store } from './store.ts';
import { invalidParam, SimulatorError } from './stripe-error.ts';

/**
 * The part of Stripe's API that the shop uses, under /v1. `slowCardMs` is how long the slow card stays processing.
 */
export function stripeApi(parts: ApiParts, slowCardMs: number): Hono {
  const { store } = parts;
  const done = (answer: unknown): Done => ({ answer, puts: [], events: [] });
  const intentDone = (outcome: IntentOutcome): Done =>
    outcome.settleLater
      ? {
          ...outcome,
          later: async () => {
            await wait(slowCardMs);
            return settleIntent(store, outcome.answer.id);
          },
        }
      : outcome;

  const endpoints: Record<string, Endpoint> = {
    'POST /v1/payment_methods': {
      accepts: takes.createMethod,
      publishable: true,
      run: ({ params }) => createPaymentMethod(store, params),
    },
    'POST /v1/payment_intents': {
      accepts: takes.createIntent,
      run: ({ params }) => createIntent(params),
    },
    'GET /v1/payment_intents': {
      accepts: takes.listIntents,
      run: ({ params }) => done(page([...store.intents.values()], '/v1/payment_intents', params)),
    },
    'GET /v1/payment_intents/:id': {
      accepts: takes.retrieveIntent,
      publishable: true,
      run: (call) => done(expanded(call.params, '', 'latest_charge', [owned(parts, call)], store)[0]),
    },
    'POST /v1/payment_intents/:id/confirm': {
      accepts: takes.confirmIntent,
      publishable: true,
      run: (call) => intentDone(confirmIntent(store, owned(parts, call).id, call.params)),
    },
    'POST /v1/payment_intents/:id/challenge': {
      accepts: { outcome: ['accept', 'refuse'] },
      publishable: true,
      run: (call) => answerChallenge(store, owned(parts, call).id, call.params),
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
      run: ({ params }) => done(page([...store.refunds.values()], '/v1/refunds', params, ofPayment(params))),
    },
    'GET /v1/refunds/:id': {
      accepts: takes.nothing,
      run: ({ id }) => done(find(store, 'refunds', id)),
    },
    'GET /v1/disputes': {
      accepts: takes.listDisputes,
      run: ({ params }) =>
        done(page([...store.disputes.values()], '/v1/disputes', params, ofPayment(params))),
    },
    'GET /v1/balance_transactions': {
      accepts: takes.listBalance,
      run: ({ params }) => {
        const found = page([...store.balance.values()].map(asOfNow), '/v1/balance_transactions', params);
        return done({ ...found, data: expanded(params, 'data.', 'source', found.data, store) });
      },
    },
    'GET /v1/events': {
      accepts: takes.listEvents,
      run: ({ params }) => done(page(allEvents(store), '/v1/events', params, ofTypes(params))),
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
function owned({ store }: ApiParts, call: Call): PaymentIntent {
  const intent = find(store, 'intents', call.id);
  if (call.caller === 'publishable' && call.clientSecret !== intent.client_secret) {
    throw new SimulatorError(
      400,
      {
        type: 'invalid_request_error',
        code: 'payment_intent_invalid_parameter',
        message:
          'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the provided client_secret matches the PaymentIntent.',
        param: 'client_secret',
      },
      { replayed: false },
    );
  }
  return intent;
}
