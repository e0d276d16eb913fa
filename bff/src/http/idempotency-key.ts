import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';
import { ProblemError } from './problem-error.ts';
import { requestHeader } from './request-header.ts';

/** The `Idempotency-Key` header, or undefined without one. Throws ProblemError 400 unless it is 8 to 128 plain characters. */
export function idempotencyKeyOf(c: Context<AppEnv>): string | undefined {
  const key = requestHeader(c, 'idempotency-key');
  if (key === undefined) return undefined;
  if (/^[\x21-\x7e]{8,128}$/.test(key)) return key;
  const message = 'Idempotency-Key is 8 to 128 printable characters';
  throw new ProblemError(400, 'INVALID', message, { errors: [{ field: 'Idempotency-Key', message }] });
}
