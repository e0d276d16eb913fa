import type { Problem, ProblemCode } from '@karigar/bff/contracts';
import { anySignal } from './any-signal.ts';
import { buildVersion } from './build-version.ts';
import { ApiProblem, NoAnswerError } from './failure.ts';
import { takePreloaded } from './preloaded-response.ts';
import { networkCuts, noteAnswer, noteSilence } from './reachability.ts';

/** No call waits longer than this (ms): a network that hangs is treated like none. */
export const answerLimit = 10_000;

/** One call. `query` leaves out undefined and empty values; `body` is sent as JSON. */
export interface RequestOptions {
  method?: string;
  query?: object;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** 'session' (default) sends the shop's own token, renews it once on 401, and makes no call without one; 'none' sends none. */
  auth?: 'session' | 'none';
  limit?: number;
  /** Sends the call although the page is being closed; its body may then have 64 kB at most. */
  keepalive?: boolean;
}

/** An answer of 2xx or 304. `body` of a 304 or an empty answer is undefined. */
export interface Reply<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** What the session lends to the caller of the API; set once at start, so that this file knows nothing of identity. */
export interface Credentials {
  token(): string | null;
  /** Whose token that is (uid), or null. */
  holder(): string | null;
  /** Gets a new token. false: the sign-in has ended. Throws NoAnswerError when no answer came. */
  renew(staleToken: string | null): Promise<boolean>;
  /** Hears that the shop has erased this person (uid); resolves when their session is over. */
  erased(uid: string): Promise<void>;
}

let credentials: Credentials = {
  token: () => null,
  holder: () => null,
  renew: () => Promise.resolve(false),
  erased: () => Promise.resolve(),
};
let announceTooOld: () => void = () => undefined;

/** Wires the session in. */
export const lendCredentials = (given: Credentials): void => {
  credentials = given;
};
/** Wires in who hears that the server no longer talks to this build. */
export const onClientTooOld = (listener: () => void): void => {
  announceTooOld = listener;
};

/**
 * Calls the API (`path` begins with '/' and is taken below `/api`). Throws ApiProblem for a refusal and NoAnswerError
 * when no answer came within the limit; a deliberate abort throws the signal's own reason.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<Reply<T>> {
  const attempt = (token: string | null) => send(path, options, token);
  const signsIn = (options.auth ?? 'session') === 'session';
  const cutsBefore = networkCuts();
  return replyOf<T>(await (signsIn ? withToken(attempt) : attempt(null)), options.signal, cutsBefore);
}

/** Refusals (401) of the person or of their sign-in: no new token helps. */
const refusesPerson: readonly (ProblemCode | undefined)[] = ['PERSON_ERASED', 'SIGN_IN_TOO_OLD'];

/** What the shop answers to a call without a token. */
const signedOut: Problem = {
  type: 'about:blank',
  title: 'Not signed in',
  status: 401,
  detail: 'Please sign in again.',
  code: 'UNAUTHENTICATED',
  requestId: '',
};

/**
 * Makes one attempt with the token of this session, and one more with a new token of the same person when the first is
 * answered 401. For `request`, and for the few calls that it cannot make. Throws ApiProblem (401) without a call when
 * no person is signed in: work that was begun before a sign-out is not sent after it.
 */
export async function withToken(attempt: (token: string) => Promise<Response>): Promise<Response> {
  const token = credentials.token();
  const holder = credentials.holder();
  if (token === null) throw new ApiProblem(signedOut);
  const answer = await attempt(token);
  if (answer.status !== 401) return answer;
  const code = await codeOf(answer);
  if (code === 'PERSON_ERASED' && holder !== null) await credentials.erased(holder);
  if (refusesPerson.includes(code) || !(await credentials.renew(token))) return answer;
  // Somebody else may have signed in meanwhile: nothing is done in their name that they did not ask for.
  const renewed = credentials.token();
  return renewed !== null && credentials.holder() === holder ? attempt(renewed) : answer;
}

/** The code of a refusal, which stays readable; undefined for what the shop has not written, or cannot be read. */
async function codeOf(refused: Response): Promise<ProblemCode | undefined> {
  const body = parse(
    await refused
      .clone()
      .text()
      .catch(() => ''),
  );
  return isProblem(body) ? body.code : undefined;
}

/**
 * Opens a stream below `/api` and gives its bytes. The answer has to begin within the limit; how long it goes on is up
 * to `signal`. `onBytes` is called with the length of each piece that comes. Throws like `request`.
 */
export async function openStream(
  path: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  onBytes: (length: number) => void,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const begin = new AbortController();
  const timer = setTimeout(() => begin.abort(new DOMException('No answer', 'TimeoutError')), answerLimit);
  const options: RequestOptions = {
    headers,
    signal: anySignal([signal, begin.signal]),
    limit: Number.POSITIVE_INFINITY,
  };
  try {
    const response = await withToken((token) => send(path, options, token));
    if (!response.ok || response.body === null) await replyOf(response, signal);
    if (response.body === null) throw new NoAnswerError('unreadable');
    return response.body.pipeThrough(
      new TransformStream({
        transform(chunk: Uint8Array<ArrayBuffer>, controller) {
          onBytes(chunk.byteLength);
          controller.enqueue(chunk);
        },
      }),
    );
  } finally {
    clearTimeout(timer);
  }
}

function withLimit(signal: AbortSignal | undefined, limit: number): AbortSignal {
  if (limit === Number.POSITIVE_INFINITY && signal) return signal;
  const timeout = AbortSignal.timeout(limit);
  return signal ? anySignal([signal, timeout]) : timeout;
}

async function send(path: string, options: RequestOptions, token: string | null): Promise<Response> {
  const signal = withLimit(options.signal, options.limit ?? answerLimit);
  const headers = new Headers(options.headers);
  if (!headers.has('Accept')) headers.set('Accept', 'application/json');
  headers.set('X-Client-Version', buildVersion);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  const init: RequestInit = {
    method: options.method ?? 'GET',
    headers,
    signal,
    credentials: 'same-origin',
    keepalive: options.keepalive ?? false,
  };
  if (options.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(options.body);
  }
  try {
    const address = `${path}${queryText(options.query)}`;
    const preloaded = init.method === 'GET' ? takePreloaded(address) : undefined;
    return await (preloaded ?? fetch(`/api${address}`, init));
  } catch (cause) {
    throw silence(cause, options.signal);
  }
}

/** Reads an answer of the shop; `cutsBefore` is `networkCuts()` when it was asked. Throws like `request`. */
export async function replyOf<T>(
  response: Response,
  signal?: AbortSignal,
  cutsBefore?: number,
): Promise<Reply<T>> {
  let text: string;
  try {
    text = response.status === 304 ? '' : await response.text();
  } catch (cause) {
    throw silence(cause, signal);
  }
  const body = parse(text);
  const fine = response.ok || response.status === 304;
  if (response.status === 426) announceTooOld();
  if (fine ? text !== '' && body === undefined : !isProblem(body)) {
    noteSilence();
    throw new NoAnswerError('unreadable');
  }
  noteAnswer(cutsBefore);
  if (fine) return { status: response.status, headers: response.headers, body: body as T };
  throw new ApiProblem(body as Problem, retryAfter(response.headers));
}

function silence(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  noteSilence();
  const timedOut = cause instanceof Error && cause.name === 'TimeoutError';
  return new NoAnswerError(timedOut ? 'timeout' : 'unreachable', cause);
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only the shop itself writes problems: a page of a gateway or a captive portal decides nothing about a call. */
const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';

function retryAfter(headers: Headers): number | null {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

function queryText(query: RequestOptions['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
}
