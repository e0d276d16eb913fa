import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { type Answer, type ApiParts, apiCall, type Call } from './api-call.ts';
import { answerChallenge, confirmIntent, settleIntent } from './confirm-intent.ts';
import { textParam } from './form-body.ts';
import { page } from './listing.ts';
import type { PaymentIntent } from './objects.ts';
import { cancelIntent, createIntent, findIntent, type Outcome, updateIntent } from './payment-intents.ts';
import { createPaymentMethod, findPaymentMethod } from './payment-methods.ts';
import { createRefund, findRefund } from './refunds.ts';
import type { Put } from './store.ts';
import { missing, SimulatorError } from './stripe-error.ts';
import { newEvent } from './webhooks.ts';

/**
 * The part of Stripe's API that the shop uses, under /v1. `slowCardMs` is how long the slow card stays processing.
 */
export function stripeApi(parts: ApiParts, slowCardMs: number): Hono {
  const { store } = parts;
  const forBrowser = { publishable: true };

  const answer = (call: Call, outcome: Outcome): Answer => {
    const puts: Put[] = outcome.event
      ? [...outcome.puts, newEvent(outcome.event, outcome.intent, call.apiVersion)]
      : outcome.puts;
    const base = { body: seenBy(call, outcome.intent), puts };
    if (!outcome.settleLater) return base;
    const id = outcome.intent.id;
    return {
      ...base,
      later: async () => {
        await wait(slowCardMs);
        return answer(call, settleIntent(store, id));
      },
    };
  };
  /** A declined attempt is an event as well. */
  const withFailureEvent = (call: Call, run: () => Outcome): Outcome => {
    try {
      return run();
    } catch (error) {
      const failed = error instanceof SimulatorError ? error.body.payment_intent : undefined;
      if (error instanceof SimulatorError && error.status === 402 && failed) {
        error.puts.push(newEvent('payment_intent.payment_failed', failed, call.apiVersion));
        error.body.payment_intent = seenBy(call, failed as PaymentIntent);
      }
      throw error;
    }
  };

  return new Hono()
    .post(
      '/v1/payment_methods',
      apiCall(
        parts,
        ({ params }) => {
          const { stored, puts } = createPaymentMethod(params);
          return { body: stored.method, puts };
        },
        forBrowser,
      ),
    )
    .get(
      '/v1/payment_methods/:id',
      apiCall(parts, ({ id }) => ({ body: findPaymentMethod(store, id).method, puts: [] })),
    )
    .post(
      '/v1/payment_intents',
      apiCall(parts, (call) => {
        const created = createIntent(call.params);
        if (textParam(call.params, 'confirm') !== 'true') return answer(call, created);
        store.commit(created.puts);
        return answer(
          call,
          withFailureEvent(call, () => confirmIntent(store, created.intent.id, call.params)),
        );
      }),
    )
    .get(
      '/v1/payment_intents',
      apiCall(parts, ({ params }) => ({
        body: page(store.intents.values(), '/v1/payment_intents', params),
        puts: [],
      })),
    )
    .get(
      '/v1/payment_intents/:id',
      apiCall(parts, (call) => ({ body: seenBy(call, owned(parts, call)), puts: [] }), forBrowser),
    )
    .post(
      '/v1/payment_intents/:id',
      apiCall(parts, (call) => answer(call, updateIntent(store, call.id, call.params))),
    )
    .post(
      '/v1/payment_intents/:id/confirm',
      apiCall(
        parts,
        (call) => {
          const { id } = owned(parts, call);
          return answer(
            call,
            withFailureEvent(call, () => confirmIntent(store, id, call.params)),
          );
        },
        forBrowser,
      ),
    )
    .post(
      '/v1/payment_intents/:id/challenge',
      apiCall(
        parts,
        (call) => {
          const { id } = owned(parts, call);
          return answer(
            call,
            withFailureEvent(call, () => answerChallenge(store, id, call.params)),
          );
        },
        forBrowser,
      ),
    )
    .post(
      '/v1/payment_intents/:id/cancel',
      apiCall(parts, (call) => answer(call, cancelIntent(store, call.id, call.params))),
    )
    .get(
      '/v1/charges/:id',
      apiCall(parts, ({ id }) => {
        const charge = store.charges.get(id);
        if (!charge) throw missing('charge', id, 'id');
        return { body: charge, puts: [] };
      }),
    )
    .post(
      '/v1/refunds',
      apiCall(parts, ({ params, apiVersion }) => {
        const { refund, charge, puts } = createRefund(store, params);
        return { body: refund, puts: [...puts, newEvent('charge.refunded', charge, apiVersion)] };
      }),
    )
    .get(
      '/v1/refunds',
      apiCall(parts, ({ params }) => {
        const intent = textParam(params, 'payment_intent');
        const all = [...store.refunds.values()];
        const wanted = intent === undefined ? all : all.filter((one) => one.payment_intent === intent);
        return { body: page(wanted, '/v1/refunds', params), puts: [] };
      }),
    )
    .get(
      '/v1/refunds/:id',
      apiCall(parts, ({ id }) => ({ body: findRefund(store, id), puts: [] })),
    );
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

/** What a caller may see of an intent: a browser sees neither metadata nor charges. */
function seenBy(call: Call, intent: PaymentIntent): unknown {
  if (call.caller === 'secret') return intent;
  const { metadata: _metadata, latest_charge: _charge, receipt_email: _email, ...visible } = intent;
  return visible;
}
