import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Handler } from 'hono';
import type { z } from 'zod';
import { type FaultInjection, takeFault } from './fault-injections.ts';
import { newId } from './objects.ts';
import { parseForm, readParams } from './params.ts';
import type { RememberedAnswer, Store } from './store.ts';
import { invalidParam, refusal, SimulatorError, unauthenticated } from './stripe-error.ts';

/** A request as an operation sees it. The caller is the shop's server, or a browser that also shows an intent's client secret. */
export interface Call<P> {
  caller: 'secret' | 'publishable';
  /** The last part of the path in braces, '' where there is none. */
  id: string;
  params: P;
  clientSecret: unknown;
}

/** One endpoint: the parameters it takes, and what it does. */
export interface Endpoint {
  accepts: z.ZodType;
  /** Keeps in the store what changes, and gives the answer. */
  run: (call: Call<never>) => unknown;
  /** Open to browsers. */
  publishable?: boolean;
  /** Work that the answer waits for, with an answer of its own; null where there is none. */
  later?: (answer: never) => (() => unknown) | null;
}

/** Makes an endpoint whose work gets the parameters as they were read. */
export const endpoint = <P, Value>(
  accepts: z.ZodType<P>,
  run: (call: Call<P>) => Value,
  more: { publishable?: boolean; later?: (answer: Value) => (() => unknown) | null } = {},
): Endpoint => ({ accepts, run, ...more });

/** What every call of the simulator works with. */
export interface ApiParts {
  store: Store;
  keys: { secret: string; publishable: string };
  /** The idempotency keys of the requests that are being worked on. */
  running: Set<string>;
  /** Those that tests have ordered. */
  faults: FaultInjection[];
  /** How long work takes that is done later (ms). */
  slowMs: number;
}

type Answer = Omit<RememberedAnswer, 'fingerprint'> & { replayed?: true };

/**
 * Wraps an endpoint in what every call has: the key check, the check of its parameters, faults, idempotency, one commit of all that
 * changed, Stripe's error body and `request-id`.
 */
export function apiCall(parts: ApiParts, endpoint: Endpoint): Handler {
  return async (c) => {
    c.header('request-id', newId('req'));
    const fault = takeFault(parts.faults, c.req.method, c.req.path);
    if (fault?.effect === 'away') return cut(c);
    if (fault?.effect === 'lost') return never(c);
    if (fault?.effect === 'error')
      return c.json({ error: { type: 'api_error', message: 'A fault that a test asked for.' } }, 500);
    if (fault?.effect === 'slow') await wait(fault.ms);
    const { status, body, replayed } = await answerOf(parts, c, endpoint, fault);
    if (fault?.effect === 'no-answer') return never(c);
    if (replayed) c.header('idempotent-replayed', 'true');
    return c.body(body, status as 200, { 'content-type': 'application/json' });
  };
}

async function answerOf(
  parts: ApiParts,
  c: Context,
  endpoint: Endpoint,
  fault: FaultInjection | undefined,
): Promise<Answer> {
  const { store } = parts;
  const { method, path } = c.req;
  const text = method === 'GET' ? new URL(c.req.url).search.slice(1) : await c.req.text();
  const key = method === 'POST' ? c.req.header('idempotency-key') : undefined;
  const fingerprint = createHash('sha1').update(`${method} ${path}\n${text}`).digest('hex');
  try {
    const call = readCall(parts, c, text, endpoint);
    const known = key === undefined ? undefined : begin(parts, key, fingerprint);
    if (known) return { ...known, replayed: true };
    let [status, value]: [number, unknown] = [200, null];
    try {
      if (fault?.effect === 'refuse') throw refusal(fault.code ?? '', 'A refusal that a test asked for.');
      value = endpoint.run(call as Call<never>);
      const later = endpoint.later?.(value as never);
      if (later) {
        store.commit();
        await wait(parts.slowMs);
        value = later();
      }
    } catch (error) {
      if (!(error instanceof SimulatorError) || !error.remembered) throw error;
      [status, value] = [error.status, { error: error.body }];
    } finally {
      if (key !== undefined) parts.running.delete(key);
    }
    const body = JSON.stringify(value, call.caller === 'publishable' ? hideFromBrowser : undefined);
    if (key !== undefined) store.put({ table: 'answers', id: key, value: { fingerprint, status, body } });
    return { status, body };
  } catch (error) {
    if (error instanceof SimulatorError)
      return { status: error.status, body: JSON.stringify({ error: error.body }) };
    return { status: 500, body: JSON.stringify({ error: { type: 'api_error', message: String(error) } }) };
  } finally {
    store.commit();
  }
}

/**
 * Stripe's idempotency keys: the first answer under a key, errors included, is given again to the same request; another
 * request under it is refused (400); of two at once the second is refused (409).
 */
function begin({ store, running }: ApiParts, key: string, fingerprint: string): RememberedAnswer | undefined {
  const refuse = (status: number, message: string, code?: string) =>
    new SimulatorError(status, { type: 'idempotency_error', ...(code && { code }), message }, false);
  if (key.length > 255)
    throw invalidParam('Idempotency keys can have up to 255 characters.', 'Idempotency-Key');
  const known = store.answers.get(key);
  if (known && known.fingerprint !== fingerprint) {
    throw refuse(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  if (running.has(key)) {
    throw refuse(
      409,
      `There is currently another in-progress request using this Stripe Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
      'idempotency_key_in_use',
    );
  }
  if (!known) running.add(key);
  return known;
}

function readCall({ keys }: ApiParts, c: Context, text: string, endpoint: Endpoint): Call<unknown> {
  const { key, client_secret: secret, ...params } = parseForm(text);
  const bearer = /^Bearer\s+(.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  const shown = bearer ?? (typeof key === 'string' ? key : undefined);
  if (shown === undefined) throw unauthenticated('You did not provide an API key.');
  if (shown !== keys.secret && shown !== keys.publishable)
    throw unauthenticated(`Invalid API Key provided: ${shown.slice(0, 8)}****`);
  const caller = shown === keys.secret ? 'secret' : 'publishable';
  if (caller === 'publishable' && !endpoint.publishable) {
    throw unauthenticated(
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      'secret_key_required',
    );
  }
  // Only a browser shows an intent's secret; it is part of its key.
  const clientSecret = caller === 'publishable' ? secret : undefined;
  if (caller === 'secret' && secret !== undefined) params.client_secret = secret;
  return { caller, id: c.req.param('id') ?? '', params: readParams(params, endpoint.accepts), clientSecret };
}

/** A browser sees neither what the shop wrote on an object nor what tells cards apart. */
const hideFromBrowser = (name: string, value: unknown): unknown =>
  ['metadata', 'latest_charge', 'fingerprint'].includes(name) ? undefined : value;

/** Cuts the connection. */
function cut(c: Context): Response {
  (c.env as HttpBindings).outgoing.destroy();
  return c.body('', 502);
}

/** Answers nothing until the caller gives up. */
async function never(c: Context): Promise<Response> {
  const { signal } = c.req.raw;
  if (!signal.aborted) await once(signal, 'abort');
  return c.body('', 502);
}
