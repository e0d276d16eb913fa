import type { Context, Handler } from 'hono';
import Stripe from 'stripe';
import type { Accepted } from './accepted-params.ts';
import { checkParams } from './check-params.ts';
import { type Cause, putsOf } from './events.ts';
import type { FaultInjections } from './fault-injections.ts';
import { type Params, parseForm, textParam } from './form-body.ts';
import { fingerprint, type IdempotencyKeys } from './idempotency.ts';
import { newId } from './objects.ts';
import type { Kept, Outcome } from './outcome.ts';
import type { Put, Store } from './store.ts';
import { invalidParam, SimulatorError, type StripeErrorBody, unauthenticated } from './stripe-error.ts';

/** A request as an operation sees it. The caller is the shop's server, or a browser that also shows an intent's client secret. */
export interface Call {
  caller: 'secret' | 'publishable';
  /** The last part of the path in braces, '' where there is none. */
  id: string;
  params: Params;
  clientSecret: string | undefined;
}

/** What an endpoint did; `later` is work that the answer waits for, with an answer of its own. */
export interface Done extends Outcome<unknown> {
  later?: () => Promise<Done>;
}

/** One endpoint: the parameters it takes, and what it does. */
export interface Endpoint {
  accepts: Accepted;
  /** Open to browsers. */
  publishable?: boolean;
  run: (call: Call) => Done;
}

/** What every call of the simulator works with. */
export interface ApiParts {
  store: Store;
  keys: { secret: string; publishable: string };
  idempotency: IdempotencyKeys;
  faults: FaultInjections;
  /** Told after each commit, so that what follows from it can begin. */
  committed(puts: Put[]): void;
}

/**
 * Wraps an endpoint in what every call has: the key check, the check of its parameters, faults, idempotency, one commit of all that
 * changed, Stripe's error body and `request-id`.
 */
export function apiCall(parts: ApiParts, endpoint: Endpoint): Handler {
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
    const { code } = fault ?? {};
    const run = fault?.effect === 'refuse' && code !== undefined ? () => refuse(code) : endpoint.run;
    const answer = await answerOf(parts, c, text, { ...endpoint, run });
    return fault?.effect === 'no-answer' ? never(c) : answer;
  };
}

async function answerOf(parts: ApiParts, c: Context, text: string, endpoint: Endpoint): Promise<Response> {
  const key = c.req.method === 'POST' ? c.req.header('idempotency-key') : undefined;
  const print = fingerprint(c.req.method, c.req.path, text);
  const cause: Cause = {
    apiVersion: c.req.header('stripe-version') ?? Stripe.API_VERSION,
    request: { id: c.res.headers.get('request-id'), idempotency_key: key ?? null },
  };
  const keep = (kept: Kept, answer: Put[] = []): void => {
    const puts = putsOf(kept, cause);
    parts.store.commit([...puts, ...answer]);
    parts.committed(puts);
  };
  try {
    const call = readCall(parts, c, text, endpoint);
    if (key !== undefined && key.length > 255) {
      throw invalidParam('Idempotency keys can have up to 255 characters.', 'Idempotency-Key');
    }
    const known = key === undefined ? null : parts.idempotency.begin(key, print);
    if (known) {
      c.header('idempotent-replayed', 'true');
      return jsonText(c, known.status, known.body);
    }
    const answered = (kept: Kept, status: number, value: unknown) => {
      const body = JSON.stringify(value, call.caller === 'publishable' ? hideFromBrowser : undefined);
      const again = { fingerprint: print, status, body };
      keep(kept, key === undefined ? [] : [{ table: 'answers', id: key, value: again }]);
      return jsonText(c, status, body);
    };
    try {
      let done = endpoint.run(call);
      if (done.later) {
        keep(done);
        done = await done.later();
      }
      return answered(done, 200, done.answer);
    } catch (error) {
      if (!(error instanceof SimulatorError) || !error.replayed) throw error;
      return answered(error.kept, error.status, { error: error.body });
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

function readCall(parts: ApiParts, c: Context, text: string, endpoint: Endpoint): Call {
  const { key, ...params } = parseForm(text);
  const bearer = /^Bearer\s+(.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  const shown = bearer ?? (typeof key === 'string' ? key : undefined);
  if (shown === undefined) throw unauthenticated('You did not provide an API key.');
  const caller =
    shown === parts.keys.secret ? 'secret' : shown === parts.keys.publishable ? 'publishable' : null;
  if (caller === null) throw unauthenticated(`Invalid API Key provided: ${shown.slice(0, 8)}****`);
  if (caller === 'publishable' && endpoint.publishable !== true) {
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
  // Only a browser shows an intent's secret; it is part of its key.
  const clientSecret = caller === 'publishable' ? textParam(params, 'client_secret') : undefined;
  if (caller === 'publishable') delete params.client_secret;
  checkParams(params, endpoint.accepts);
  return { caller, id: c.req.param('id') ?? '', params, clientSecret };
}

/** A browser sees neither what the shop wrote on an object nor what tells cards apart. */
function hideFromBrowser(name: string, value: unknown): unknown {
  return ['metadata', 'latest_charge', 'receipt_email', 'fingerprint'].includes(name) ? undefined : value;
}

function refuse(code: string): never {
  throw new SimulatorError(400, {
    type: 'invalid_request_error',
    code,
    message: 'A refusal that a test asked for.',
  });
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
