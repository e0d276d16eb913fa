import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { type ProblemError, problemAnswer } from '../problem/problem-error.ts';
import type { AppEnv } from './app-env.ts';
import { requestHeader } from './request-header.ts';

/** Private data: in no cache on the way, nor in the browser's. */
export const privateCache = { 'Cache-Control': 'private, no-store' } as const;
/** Public data that may be cached but must be revalidated each time, cheaply by its ETag. */
export const publicCache = { 'Cache-Control': 'public, no-cache' } as const;

/** Answers a refusal as `application/problem+json`, and leaves its code to the journal. */
export function answerProblem(c: Context<AppEnv>, error: ProblemError): Response {
  c.set('problem', error.code);
  const { body, status, headers } = problemAnswer(error, c.get('requestId'));
  return c.body(body, status as 400, headers);
}

/** Answers JSON for one person only. Its headers go to Node as they are, where `c.body` would copy them into `Headers` first. */
export function privateJson(
  body: unknown,
  status: 200 | 201 | 202 = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const own = { 'Content-Type': 'application/json; charset=utf-8', ...privateCache, ...headers };
  return new Response(JSON.stringify(body), { status, headers: own });
}

/** Answers one page of a list for one person only: how many there are in all, where that is counted, and where the next page begins. */
export const privatePage = (
  rows: unknown,
  { total, nextCursor }: { total?: number; nextCursor: string | null },
  headers: Readonly<Record<string, string>> = {},
): Response =>
  privateJson(rows, 200, {
    ...headers,
    ...(total !== undefined && { 'X-Total-Count': String(total) }),
    ...(nextCursor !== null && { 'X-Next-Cursor': nextCursor }),
  });

/** Makes the strong entity tag of some bytes. */
export const entityTag = (bytes: string | Uint8Array): string =>
  `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;

/** Tells whether an `If-None-Match` header names this entity tag (weak comparison, as the header asks for). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/** Answers public JSON with its entity tag, or 304 without a body when the client has it already. */
export function taggedJson(
  c: Context<AppEnv>,
  bytes: string | Uint8Array<ArrayBuffer>,
  tag: string,
  headers: Readonly<Record<string, string>> = publicCache,
): Response {
  if (matchesTag(requestHeader(c, 'if-none-match'), tag)) return c.body(null, 304, { ...headers, ETag: tag });
  return c.body(bytes, 200, { 'Content-Type': 'application/json; charset=utf-8', ...headers, ETag: tag });
}
