import { Hono } from 'hono';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { problemOf } from '../problem/problem-of.ts';
import { answerProblem } from './answers.ts';
import type { AppEnv } from './app-env.ts';
import { readBody, slowestBodyMs } from './read-body.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends a body of which only the first part ever comes. */
function sendHalf(declaredLength: string): Promise<Response> {
  const app = new Hono<AppEnv>();
  app.onError((error, c) => answerProblem(c, problemOf(error)));
  app.post('/', async (c) => c.text(await readBody(c, 1_000_000, () => c.req.text())));
  const body = new ReadableStream({ start: (half) => half.enqueue(new TextEncoder().encode('{"a')) });
  const headers = { 'Content-Length': declaredLength };
  return Promise.resolve(app.request('/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit));
}

it.each(['100', '100000'])('a body of %s bytes is waited for ten seconds, then refused', async (length) => {
  const answer = sendHalf(length);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await answer).toMatchObject({ status: 408 });
});

it('a body with a limit of its own may take minutes, and is refused when they are over', async () => {
  const app = new Hono<AppEnv>();
  app.onError((error, c) => answerProblem(c, problemOf(error)));
  app.post('/', async (c) =>
    c.text(String((await readBody(c, 8, () => c.req.arrayBuffer(), slowestBodyMs)).byteLength)),
  );
  const send = (finish: (body: ReadableStreamDefaultController<Uint8Array>) => void) => {
    const body = new ReadableStream<Uint8Array>({
      start(slow) {
        slow.enqueue(new Uint8Array(4));
        setTimeout(() => finish(slow), slowestBodyMs - 1_000);
      },
    });
    return Promise.resolve(app.request('/', { method: 'POST', body, duplex: 'half' } as RequestInit));
  };
  const [arrives, stalls] = [send((body) => body.close()), send(() => undefined)];
  await vi.advanceTimersByTimeAsync(slowestBodyMs);
  expect(await (await arrives).text()).toBe('4');
  expect(await stalls).toMatchObject({ status: 408 });
});
