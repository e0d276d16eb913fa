import type { Context, Handler } from 'hono';
import Stripe from 'stripe';
import type { FaultInjections } from './fault-injections.ts';
import { type Params, parseForm, textParam } from './form-body.ts';
import { fingerprint, type IdempotencyKeys } from './idempotency.ts';
import { newId } from './objects.ts';
import type { Put, Store } from './store.ts';
import { SimulatorError, type StripeErrorBody, unauthenticated } from './stripe-error.ts';

/** Who calls: the shop's server, or a browser that must also show an intent's client secret. */
type Caller = 'secret' | 'publishable';

/** A request as an operation sees it. */
export interface Call {
  caller: Caller;
  /** The last part of the path in braces, '' where there is none. */
  id: string;
  params: Params;
  clientSecret: string | undefined;
  apiVersion: string;
}

/** What an operation answers with, and what is to be kept together with it. */
export interface Answer {
  body: unknown;
  puts: Put[];
  /** Work that the answer waits for, with an answer of its own. */
  later?: () => Promise<Answer>;
}

export interface ApiParts {
  store: Store;
  keys: { secret: string; publishable: string };
  idempotency: IdempotencyKeys;
  faults: FaultInjections;
  /** Told after each commit, so that new events can be sent. */
  committed(puts: Put[]): void;
}

/**
 * Wraps an operation in what every call has: the key check, faults, idempotency, one commit of all that changed, Stripe's
 * error body and `request-id`. `publishable` opens it to browsers.
 */
export function apiCall(parts: ApiParts, run: (call: Call) => Answer, { publishable = false } = {}): Handler {
  return async (c) => {
    c.header('request-id', newId('req'));
    const method = c.req.method;
    const text = method === 'GET' ? new URL(c.req.url).search.slice(1) : await c.req.text();
    const fault = parts.faults.take(method, c.req.path);
    if (fault?.effect === 'away') return cut(c);
    if (fault?.effect === 'lost') return never(c);
    if (fault?.effect === 'error') {
      return c.json({ error: { type: 'api_error', message: 'A fault that a test asked for.' } }, 500);
    }
    if (fault?.effect === 'slow') await new Promise((wake) => setTimeout(wake, fault.ms));
    const answer = await answerOf(parts, c, text, run, publishable);
    return fault?.effect === 'no-answer' ? never(c) : answer;
  };
}

async function answerOf(
  parts: ApiParts,
  c: Context,
  text: string,
  run: (call: Call) => Answer,
  publishable: boolean,
): Promise<Response> {
  const key = c.req.method === 'POST' ? c.req.header('idempotency-key') : undefined;
  const print = fingerprint(c.req.method, c.req.path, text);
  const commit = (puts: Put[], status: number, body: string) => {
    const all =
      key === undefined
        ? puts
        : [...puts, { table: 'answer' as const, id: key, value: { fingerprint: print, status, body } }];
    parts.store.commit(all);
    parts.committed(puts);
  };
  try {
    const call = readCall(parts, c, text, publishable);
    const known = key === undefined ? null : parts.idempotency.begin(key, print);
    if (known) {
      c.header('idempotent-replayed', 'true');
      return jsonText(c, known.status, known.body);
    }
    try {
      let answer = run(call);
      while (answer.later) {
        parts.store.commit(answer.puts);
        parts.committed(answer.puts);
        answer = await answer.later();
      }
      const body = JSON.stringify(answer.body);
      commit(answer.puts, 200, body);
      return jsonText(c, 200, body);
    } catch (error) {
      if (!(error instanceof SimulatorError)) throw error;
      const body = JSON.stringify({ error: error.body });
      if (error.replayed) commit(error.puts, error.status, body);
      return jsonText(c, error.status, body);
    } finally {
      if (key !== undefined) parts.idempotency.end(key);
    }
  } catch (error) {
    if (error instanceof SimulatorError)
      return jsonText(c, error.status, JSON.stringify({ error: error.body }));
    const body: StripeErrorBody = { type: 'api_error', message: String(error) };
    return jsonText(c, 500, JSON.stringify({ error: body }));
  }
}

function readCall(parts: ApiParts, c: Context, text: string, publishable: boolean): Call {
  const { key, client_secret, ...params } = parseForm(text);
  const bearer = /^Bearer\s+(.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  const shown = bearer ?? (typeof key === 'string' ? key : undefined);
  if (shown === undefined) throw unauthenticated('You did not provide an API key.');
  const caller =
    shown === parts.keys.secret ? 'secret' : shown === parts.keys.publishable ? 'publishable' : null;
  if (caller === null) throw unauthenticated(`Invalid API Key provided: ${shown.slice(0, 8)}****`);
  if (caller === 'publishable' && !publishable) {
    throw new SimulatorError(
      401,
      {
        type: 'invalid_request_error',
        code: 'secret_key_required',
        message:
          'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      },
      { replayed: false },
    );
  }
  return {
    caller,
    id: c.req.param('id') ?? '',
    params,
    clientSecret: textParam({ client_secret: client_secret ?? '' }, 'client_secret'),
    apiVersion: c.req.header('stripe-version') ?? Stripe.API_VERSION,
  };
}

function jsonText(c: Context, status: number, body: string): Response {
  c.header('content-type', 'application/json');
  return c.body(body, status as 200);
}

/** Cuts the connection where there is one; in-process callers get an empty 502. */
function cut(c: Context): Response {
  const outgoing: unknown = (c.env as { outgoing?: unknown } | undefined)?.outgoing;
  if (outgoing && typeof outgoing === 'object' && 'destroy' in outgoing) {
    (outgoing as { destroy(): void }).destroy();
  }
  return c.body('', 502);
}

/** Answers nothing until the caller gives up. */
async function never(c: Context): Promise<Response> {
  const signal = c.req.raw.signal;
  if (!signal.aborted) {
    await new Promise<void>((gone) => signal.addEventListener('abort', () => gone(), { once: true }));
  }
  return c.body('', 502);
}
