import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { acceptedParams as takes } from './accepted-params.ts';
import { type ApiParts, apiCall, type Call, type Done, type Endpoint } from './api-call.ts';
import { allBalanceTransactions, findBalanceTransaction } from './balance-transactions.ts';
import { findCharge } from './charges.ts';
import { answerChallenge, confirmIntent, settleIntent } from './confirm-intent.ts';
import { findDispute } from './disputes.ts';
import { allEvents, findEvent } from './events.ts';
import { listParam, type Params, textParam } from './form-body.ts';
import { page } from './listing.ts';
import type { PaymentIntent } from './objects.ts';
import { toldTypes } from './outcome.ts';
import {
  cancelIntent,
  createIntent,
  findIntent,
  type IntentOutcome,
  updateIntent,
} from './payment-intents.ts';
import { createPaymentMethod, findPaymentMethod } from './payment-methods.ts';
import { createRefund, findRefund } from './refunds.ts';
import { invalidParam, SimulatorError } from './stripe-error.ts';

/**
 * The part of Stripe's API that the shop uses, under /v1. `slowCardMs` is how long the slow card stays processing.
 */
export function stripeApi(parts: ApiParts, slowCardMs: number): Hono {
  const { store } = parts;
  const found = (answer: unknown): Done => ({ answer, puts: [], events: [] });
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
      answers: 'payment_method',
      publishable: true,
      run: ({ params }) => createPaymentMethod(store, params),
    },
    'GET /v1/payment_methods/:id': {
      accepts: takes.retrieve,
      answers: 'payment_method',
      run: ({ id }) => found(findPaymentMethod(store, id).method),
    },
    'POST /v1/payment_intents': {
      accepts: takes.createIntent,
      answers: 'payment_intent',
      run: ({ params }) => createIntent(params),
    },
    'GET /v1/payment_intents': {
      accepts: takes.listIntents,
      answers: 'payment_intent',
      list: true,
      run: ({ params }) => found(page([...store.intents.values()], '/v1/payment_intents', params)),
    },
    'GET /v1/payment_intents/:id': {
      accepts: takes.retrieve,
      answers: 'payment_intent',
      publishable: true,
      run: (call) => found(owned(parts, call)),
    },
    'POST /v1/payment_intents/:id': {
      accepts: takes.updateIntent,
      answers: 'payment_intent',
      run: ({ id, params }) => updateIntent(store, id, params),
    },
    'POST /v1/payment_intents/:id/confirm': {
      accepts: takes.confirmIntent,
      answers: 'payment_intent',
      publishable: true,
      run: (call) => intentDone(confirmIntent(store, owned(parts, call).id, call.params)),
    },
    'POST /v1/payment_intents/:id/challenge': {
      accepts: { outcome: ['accept', 'refuse'] },
      answers: 'payment_intent',
      publishable: true,
      run: (call) => answerChallenge(store, owned(parts, call).id, call.params),
    },
    'POST /v1/payment_intents/:id/cancel': {
      accepts: takes.cancelIntent,
      answers: 'payment_intent',
      run: ({ id, params }) => cancelIntent(store, id, params),
    },
    'GET /v1/charges/:id': {
      accepts: takes.retrieve,
      answers: 'charge',
      run: ({ id }) => found(findCharge(store, id)),
    },
    'POST /v1/refunds': {
      accepts: takes.createRefund,
      answers: 'refund',
      run: ({ params }) => createRefund(store, params),
    },
    'GET /v1/refunds': {
      accepts: takes.listRefunds,
      answers: 'refund',
      list: true,
      run: ({ params }) => found(page([...store.refunds.values()], '/v1/refunds', params, ofPayment(params))),
    },
    'GET /v1/refunds/:id': {
      accepts: takes.retrieve,
      answers: 'refund',
      run: ({ id }) => found(findRefund(store, id)),
    },
    'GET /v1/disputes': {
      accepts: takes.listDisputes,
      answers: 'dispute',
      list: true,
      run: ({ params }) =>
        found(page([...store.disputes.values()], '/v1/disputes', params, ofPayment(params))),
    },
    'GET /v1/disputes/:id': {
      accepts: takes.retrieve,
      answers: 'dispute',
      run: ({ id }) => found(findDispute(store, id)),
    },
    'GET /v1/balance_transactions': {
      accepts: takes.listBalance,
      answers: 'balance_transaction',
      list: true,
      run: ({ params }) => {
        const [source, type] = [textParam(params, 'source'), textParam(params, 'type')];
        const matches = (one: { source: string | null; type: string }) =>
          (source === undefined || one.source === source) && (type === undefined || one.type === type);
        return found(page(allBalanceTransactions(store), '/v1/balance_transactions', params, matches));
      },
    },
    'GET /v1/balance_transactions/:id': {
      accepts: takes.retrieve,
      answers: 'balance_transaction',
      run: ({ id }) => found(findBalanceTransaction(store, id)),
    },
    'GET /v1/events': {
      accepts: takes.listEvents,
      answers: 'event',
      list: true,
      run: ({ params }) => found(page(allEvents(store), '/v1/events', params, ofTypes(params))),
    },
    'GET /v1/events/:id': {
      accepts: takes.retrieve,
      answers: 'event',
      run: ({ id }) => found(findEvent(store, id)),
    },
  };

  const app = new Hono();
  for (const [route, endpoint] of Object.entries(endpoints)) {
    const [method = '', path = ''] = route.split(' ');
    app.on(method, path, apiCall(parts, endpoint));
  }
  return app;
}

/** Whether an object belongs to the payment or charge that a list is asked for. */
function ofPayment(params: Params) {
  const [intent, charge] = [textParam(params, 'payment_intent'), textParam(params, 'charge')];
  return (one: { payment_intent: string | null; charge: string | null }): boolean =>
    (intent === undefined || one.payment_intent === intent) &&
    (charge === undefined || one.charge === charge);
}

/**
 * Whether an event is of the type or types asked for; a single `charge.*` stands for all that begin so. At most 20 types, or one. Refuses a
 * type that is never told here, for a shop that waits for it would wait in vain.
 */
function ofTypes(params: Params): (one: { type: string }) => boolean {
  const type = textParam(params, 'type');
  const types = listParam(params, 'types');
  if (type !== undefined && types.length > 0) {
    throw invalidParam('Only one of type and types can be given.', 'types', 'parameters_exclusive');
  }
  if (types.length > 20) throw invalidParam('At most 20 types can be given.', 'types');
  const wanted = type === undefined ? types : [type];
  const isOf = (pattern: string, told: string) =>
    type !== undefined && pattern.endsWith('*') ? told.startsWith(pattern.slice(0, -1)) : told === pattern;
  for (const one of wanted) {
    if (toldTypes.some((told) => isOf(one, told))) continue;
    throw invalidParam(`No event of the type ${one} is told here.`, type === undefined ? 'types' : 'type');
  }
  return (event) => wanted.length === 0 || wanted.some((one) => isOf(one, event.type));
}

/** The intent of the call; a browser must show its client secret. */
function owned({ store }: ApiParts, call: Call): PaymentIntent {
  const intent = findIntent(store, call.id);
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
