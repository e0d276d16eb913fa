import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** For so long a shop may say "try again" (ms). */
const patienceMs = 60_000;

/** An answer of the shop; `status` 0 means that none came (cut, refused or too late). `ms` is the time it took. */
export interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
  ms: number;
}

/** What to send besides method and path. */
export interface Call {
  token?: string;
  idempotencyKey?: string;
  body?: unknown;
  form?: Record<string, string> | FormData;
  headers?: Record<string, string>;
  /** Do not repeat at a 503, whose outcome is unknown, because a repeat would do it twice. */
  once?: boolean;
}

/** A call that was not answered with a 2xx. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal';
  readonly answer: Answer;

  constructor(what: string, answer: Answer) {
    super(`${what} answered ${answer.status}: ${JSON.stringify(answer.body)?.slice(0, 300)}`);
    this.answer = answer;
  }
}

/** Sends requests to one server. */
export class ShopHttp {
  readonly url: string;
  readonly #timeoutMs: number;

  /** `url` without a slash at its end; an answer later than `timeoutMs` counts as none. */
  constructor(url: string, timeoutMs = 10_000) {
    this.url = url;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Sends one request and reads its answer whole; JSON is parsed, everything else is text. Never throws: an answer that did not come is an
   * answer with status 0.
   */
  async call(method: string, path: string, call: Call = {}): Promise<Answer> {
    const start = performance.now();
    const headers: Record<string, string> = { ...call.headers };
    if (call.token !== undefined) headers.authorization = `Bearer ${call.token}`;
    if (call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey;
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    const { form = null } = call;
    const fields = form === null || form instanceof FormData ? form : new URLSearchParams(form);
    const body = fields ?? (call.body === undefined ? null : JSON.stringify(call.body));
    const signal = AbortSignal.timeout(this.#timeoutMs);
    try {
      const response = await fetch(this.url + path, { method, headers, signal, body });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : text;
      return {
        status: response.status,
        body: parsed,
        headers: response.headers,
        ms: performance.now() - start,
      };
    } catch {
      return { status: 0, body: null, headers: new Headers(), ms: performance.now() - start };
    }
  }

  /** As `call`, but what is answered with "try again" (429 or 503) is asked again after the time that was told, for a minute. */
  async patiently(method: string, path: string, call: Call = {}): Promise<Answer> {
    const end = performance.now() + patienceMs;
    for (;;) {
      const answer = await this.call(method, path, call);
      const waitMs = Number(answer.headers.get('retry-after') ?? 1) * 1_000;
      const isLater = answer.status === 429 || (answer.status === 503 && !call.once);
      if (!isLater || performance.now() + waitMs > end) return answer;
      await pause(waitMs);
    }
  }

  /** As `patiently`, but throws an ApiRefusal when the answer is not a 2xx. */
  async must(method: string, path: string, call: Call = {}): Promise<Answer> {
    const answer = await this.patiently(method, path, call);
    if (!isDone(answer)) throw new ApiRefusal(`${method} ${path}`, answer);
    return answer;
  }
}

/** True for a 2xx. */
export const isDone = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** The stable code of a problem answer; undefined on any other. */
export function codeOf(answer: Answer): string | undefined {
  return (answer.body as { code?: string } | null)?.code;
}

/** True for a definite refusal: a 4xx that a repeat would get again. */
export function isDefinite(answer: Answer): boolean {
  return answer.status >= 400 && answer.status < 500 && ![401, 408, 425, 429].includes(answer.status);
}
