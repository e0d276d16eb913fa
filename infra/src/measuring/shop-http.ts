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
  /** Idempotency key. */
  key?: string;
  body?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Sends requests to one server and never throws: an answer that did not come is an answer with status 0. */
export class ShopHttp {
  readonly url: string;
  readonly #timeoutMs: number;

  /** `url` without a slash at its end; an answer later than `timeoutMs` counts as none. */
  constructor(url: string, timeoutMs = 10_000) {
    this.url = url;
    this.#timeoutMs = timeoutMs;
  }

  /** Sends one request and reads its answer whole; JSON is parsed, everything else is text. */
  async call(method: string, path: string, call: Call = {}): Promise<Answer> {
    const start = performance.now();
    const headers: Record<string, string> = { ...call.headers };
    if (call.token !== undefined) headers.authorization = `Bearer ${call.token}`;
    if (call.key !== undefined) headers['idempotency-key'] = call.key;
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    const form = call.form === undefined ? null : new URLSearchParams(call.form);
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const body = form ?? (call.body === undefined ? null : JSON.stringify(call.body));
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

  /**
   * As `call`, but throws when the answer is not 2xx: for preparations, which must not fail silently. What is answered with "try again"
   * (503) is asked again for a minute.
   */
  async must(method: string, path: string, call: Call = {}): Promise<Answer> {
    const end = performance.now() + patienceMs;
    for (;;) {
      const answer = await this.call(method, path, call);
      if (answer.status >= 200 && answer.status < 300) return answer;
      if (answer.status !== 503 || performance.now() > end)
        throw new Error(
          `${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`,
        );
      await pause(250);
    }
  }
}

/** The stable code of a problem answer; undefined on any other. */
export function codeOf(answer: Answer): string | undefined {
  return (answer.body as { code?: string } | null)?.code;
}

/** True for a definite refusal: a 4xx that a repeat would get again. */
export function isDefinite(answer: Answer): boolean {
  return answer.status >= 400 && answer.status < 500 && ![401, 408, 425, 429].includes(answer.status);
}
