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
 * Reads a whole request body by `read`: at most `maxBytes`, within `timeoutMs`. Throws ProblemError 413 TOO_LARGE, 408 TIMEOUT, or
 * 400 MALFORMED when its sender disconnects before its end.
 */
export async function readBody<T>(
  c: Context<AppEnv>,
  maxBytes: number,
  read: () => Promise<T>,
  timeoutMs = textTimeoutMs,
): Promise<T> {
  const tooLarge = () => {
    throw new ProblemError('TOO_LARGE', `Send at most ${readable(maxBytes)}.`);
  };
  const late = () => {
    throw new ProblemError('TIMEOUT', 'The request body took too long to arrive. Send it again.');
  };
  const declared = requestHeader(c, 'content-length');
  if (Number(declared) > maxBytes) tooLarge();
  const bounded = async () => {
    // Node holds a body to the length that it declares; one without a length is counted as it arrives.
    if (declared === undefined) await bodyLimit({ maxSize: maxBytes, onError: tooLarge })(c, async () => {});
    return read();
  };
  try {
    return await withTimeout(timeoutMs, bounded(), late);
  } catch (cause) {
    if (isProblemError(cause)) throw cause;
    // The sender's connection broke, which is no failure of the server.
    throw new ProblemError('MALFORMED', 'The request body broke off. Send it again.', { cause });
  }
}

const readable = (bytes: number) =>
  bytes < 2 ** 20 ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / 2 ** 20)} MB`;
