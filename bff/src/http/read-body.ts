import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isProblemError, ProblemError } from '../problem/problem-error.ts';
import { withTimeout } from '../with-timeout.ts';
import type { AppEnv } from './app-env.ts';
import { requestHeader } from './request-header.ts';

/** How long (ms) a text may take to arrive. */
const textTimeoutMs = 10_000;

/** The longest time (ms) that any body may take to arrive: 8 MB need it on a line of 112 kbit a second. */
export const slowestBodyMs = 10 * 60_000;

/**
 * Reads a whole request body of at most `maxBytes`, within `timeoutMs`. Throws ProblemError 413 TOO_LARGE, 408 TIMEOUT, or
 * 400 MALFORMED when its sender disconnects before its end.
 */
export const readBytes = (c: Context<AppEnv>, maxBytes: number, timeoutMs: number): Promise<ArrayBuffer> =>
  read(c, maxBytes, timeoutMs, () => c.req.arrayBuffer());

/** Like {@link readBytes}, as text and within ten seconds. */
export const readText = (c: Context<AppEnv>, maxBytes: number): Promise<string> =>
  read(c, maxBytes, textTimeoutMs, () => c.req.text());

async function read<T>(
  c: Context<AppEnv>,
  maxBytes: number,
  timeoutMs: number,
  body: () => Promise<T>,
): Promise<T> {
  const late = () => {
    throw new ProblemError('TIMEOUT', 'The request body took too long to arrive. Send it again.');
  };
  try {
    return await withTimeout(timeoutMs, limited(c, maxBytes, body), late);
  } catch (error) {
    if (isProblemError(error)) throw error;
    // The sender's connection broke, which is no failure of the server.
    throw new ProblemError('MALFORMED', 'The request body broke off. Send it again.', { cause: error });
  }
}

/** Node holds a body to the length that it declares; one without a length is counted as it arrives. */
async function limited<T>(c: Context<AppEnv>, maxBytes: number, body: () => Promise<T>) {
  const tooLarge = () => {
    throw new ProblemError('TOO_LARGE', `Send at most ${readable(maxBytes)}.`);
  };
  const declared = requestHeader(c, 'content-length');
  if (declared !== undefined) return Number(declared) > maxBytes ? tooLarge() : body();
  await bodyLimit({ maxSize: maxBytes, onError: tooLarge })(c, async () => {});
  return body();
}

const readable = (bytes: number) =>
  bytes < 2 ** 20 ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / 2 ** 20)} MB`;
