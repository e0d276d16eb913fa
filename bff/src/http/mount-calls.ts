import type { Context, Hono } from 'hono';
import type { PersonFinder } from '../identity/session.ts';
import { admit } from './admission.ts';
import type { AppEnv } from './app-env.ts';
import type { Call } from './call.ts';
import type { ClientAddress } from './client-address.ts';
import { checkClientVersion } from './client-version.ts';
import type { RateLimits } from './rate-limits.ts';
import { parsed, readJson } from './read-body.ts';
import { requestHeader } from './request-header.ts';

/** What every call passes on its way to the handler. */
export interface Gates {
  readonly findPerson: PersonFinder;
  /** Null for none, in load tests. */
  readonly rateLimits: RateLimits | null;
  readonly clientAddress: ClientAddress;
  readonly minClientVersion: string | null;
}

/**
 * Puts calls under `/api`. Each one passes the same gates in the same order: client version, person, rate limit,
 * authorisation, query, body. Nothing of a request is read before it is allowed.
 */
export function mountCalls(app: Hono<AppEnv>, calls: readonly Call[], gates: Gates): void {
  for (const call of calls) app[call.method](`/api${call.path}`, (c) => answer(c, call, gates));
}

async function answer(c: Context<AppEnv>, call: Call, gates: Gates): Promise<Response> {
  c.set('route', call.path);
  checkClientVersion(requestHeader(c, 'x-client-version'), gates.minClientVersion);
  // What proves itself carries a proof of its own kind in that header, not our token.
  const visitor = call.access === 'anyone' || call.access === 'proves-itself';
  const person = visitor ? null : await gates.findPerson(requestHeader(c, 'authorization'));
  if (call.limit !== 'none' && gates.rateLimits)
    await gates.rateLimits(call.limit, {
      uid: person?.uid ?? null,
      address: addressOf(c, gates.clientAddress),
    });
  if (!visitor) await admit(call.access, person, c.req.param('email'));
  const query = call.query ? parsed(call.query, c.req.query()) : undefined;
  const body =
    call.body && (call.bodyKind ?? 'json') === 'json' ? parsed(call.body, await readJson(c)) : undefined;
  return call.handle({ c, person: person as never, query, body });
}

/** The client's address, for counting only. Without a socket (in-process tests) it is `unknown`. */
export const addressOf = (c: Context<AppEnv>, find: ClientAddress): string =>
  find(c.env?.incoming?.socket?.remoteAddress, requestHeader(c, 'x-forwarded-for'));
