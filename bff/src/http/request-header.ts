import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { invalid, ProblemError } from '../problem/problem-error.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Reads a header of the request by its lower-case name, from Node's own request where there is one: the web Request would
 * copy all headers into a new object first, which costs more than everything else about a cached answer.
 */
export function requestHeader(c: Context<AppEnv>, name: string): string | undefined {
  const incoming = c.env?.incoming;
  if (!incoming?.headers) return c.req.header(name);
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

const acceptable = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Takes the caller's `X-Request-Id` when it is a UUID, else makes a new one. It stays in the log of orders for ever, where no text of a
 * person's own choice belongs: it could be their name.
 */
export const requestIdFrom = (header: string | undefined): string =>
  header !== undefined && acceptable.test(header) ? header : randomUUID();

/** Reads the `Idempotency-Key` header; undefined without one. Throws ProblemError 400 unless it is 1 to 255 plain characters. */
export function idempotencyKeyOf(c: Context<AppEnv>): string | undefined {
  const key = requestHeader(c, 'idempotency-key');
  if (key === undefined) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw invalid('Idempotency-Key', 'Idempotency-Key is 1 to 255 printable characters without blanks');
}

/** Compares 1.9.0 and 1.10.0 as numbers, part by part. */
const byNumber = new Intl.Collator('en', { numeric: true });

/**
 * Refuses pages of a release that is too old to work with this server. A client that names no version (the old shop's)
 * is let through. Throws ProblemError 426.
 */
export function checkClientVersion(given: string | undefined, minimum: string | null): void {
  if (minimum === null || given === undefined) return;
  const version = /^v?(\d{1,6}\.\d{1,6}\.\d{1,6})/.exec(given)?.[1];
  if (version === undefined || byNumber.compare(version, minimum) >= 0) return;
  const message = 'There’s a new version of the shop. Reload the page to continue.';
  throw new ProblemError('CLIENT_TOO_OLD', message, { members: { minimum } });
}
