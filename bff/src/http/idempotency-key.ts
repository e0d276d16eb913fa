import type { Context } from 'hono';
import { ProblemError } from '../problem/problem-error.ts';
import type { AppEnv } from './app-env.ts';
import { requestHeader } from './request-header.ts';

/** Reads the `Idempotency-Key` header; undefined without one. Throws ProblemError 400 unless it is 1 to 255 plain characters. */
export function idempotencyKeyOf(c: Context<AppEnv>): string | undefined {
  const key = requestHeader(c, 'idempotency-key');
  if (key === undefined) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const message = 'Idempotency-Key is 1 to 255 printable characters without blanks';
  throw new ProblemError('INVALID', message, { errors: [{ field: 'Idempotency-Key', message }] });
}
