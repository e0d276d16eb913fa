import type { Context, Hono, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { CallRow } from '../contracts/call-row.ts';
import type { EndedSessions } from '../identity/ended-sessions.ts';
import type { PersonFinder } from '../identity/session.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { AppEnv } from './app-env.ts';
import { authorise, notSignedIn } from './authorisation.ts';
import type { Handlers } from './call.ts';
import type { RateLimits } from './rate-limits.ts';
import { readBody } from './read-body.ts';
import { checkClientVersion, requestHeader } from './request-header.ts';

/** What every call passes on its way to the handler. */
export interface Gates {
  findPerson: PersonFinder;
  sessions: Pick<EndedSessions, 'has'>;
  /** Null for no limits, in load tests. */
  rateLimits: RateLimits | null;
  /** As `clientAddress` makes it. */
  clientAddress: (socketAddress?: string, forwardedFor?: string) => string;
  /** Why no call can be answered that needs the store; null while it is open. */
  closed: () => Error | null;
  /** The moment as of which the shop is shown: then nothing can be changed. Null for a shop that sells. */
  asOf: string | null;
  minClientVersion: string | null;
  /** Holds the answer of a call that is no reading one back until the store keeps what it tells of; also what was so before. */
  confirmed: (answer: () => Promise<Response>) => Promise<Response>;
}

/** A handler as it is called: the types of its table end here. */
type AnyHandler = (
  input: Readonly<Record<'c' | 'person' | 'params' | 'query' | 'body', unknown>>,
) => Response;

/**
 * Mounts the calls of a table, each with its handler. Each call passes the same gates in the same order: number of requests, client version,
 * open store, person, rate limit, authorisation, query, body. Nothing of a request is read before it is counted, and nothing of its query and
 * body before it is allowed.
 */
export function mountCalls<Table extends Record<string, CallRow>>(
  api: Hono<AppEnv>,
  table: Table,
  handlers: Handlers<Table>,
  gates: Gates,
): void {
  for (const [name, row] of Object.entries(table)) {
    const handle = handlers[name] as unknown as AnyHandler;
    const [method = '', path = ''] = name.split(' ');
    const { access, limit } = row;
    const reads = method === 'GET';
    const visitors = access === 'anyone' || access === 'proves-itself';
    // Of a shop as it was, a sign-in writes into a store that is thrown away.
    const asOf = reads || (access === 'proves-itself' && limit === 'token') ? null : gates.asOf;
    const [takesQuery, takesBody] = [row.query, row.body].map(
      (schema) => !(schema instanceof z.ZodUndefined),
    );
    api.on(method, path, async (c: Context<AppEnv>) => {
      c.set('route', path);
      const address = countRequest(c, gates);
      checkClientVersion(requestHeader(c, 'x-client-version'), gates.minClientVersion);
      if (asOf !== null)
        throw new ProblemError(
          'FORBIDDEN',
          `This is a copy of the shop from ${asOf}. You can look around, but nothing can be changed.`,
        );
      const closed = limit === 'none' ? null : gates.closed();
      if (closed !== null) throw closed;
      // A call that proves itself carries a proof of its own kind in this header, not the shop's token.
      const asks = visitors ? null : await gates.findPerson(requestHeader(c, 'authorization'));
      if (limit !== 'none') gates.rateLimits?.call(limit, address, asks?.uid ?? null);
      const person = await authorise(access, asks, c.req.param('email'));
      const params = c.req.param();
      // Of a repeated parameter the first value counts.
      const query = checked(row.query, takesQuery ? c.req.query() : undefined);
      const body = checked(row.body, takesBody ? await readJson(c) : undefined);
      // A body may take its time: the sign-in may have been ended since it was looked at.
      if (asks && gates.sessions.has(asks)) throw notSignedIn();
      const answer = async () => handle({ c, person, params, query, body });
      return reads ? answer() : gates.confirmed(answer);
    });
  }
}

/** Counts a request that is no call (a page, a picture, an unknown path) before anything of it is read. */
export const requestGate =
  (gates: Pick<Gates, 'rateLimits' | 'clientAddress'>): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    countRequest(c, gates);
    await next();
  };

/** Counts a request for the client's address, and gives that. Without a socket (in-process tests) it is `unknown`. */
function countRequest(
  c: Context<AppEnv>,
  { rateLimits, clientAddress }: Pick<Gates, 'rateLimits' | 'clientAddress'>,
): string {
  const address = clientAddress(c.env?.incoming?.socket?.remoteAddress, requestHeader(c, 'x-forwarded-for'));
  c.set('address', address);
  rateLimits?.request(address);
  return address;
}

/** Checks a part of a request. Refuses with INVALID, which lists every field at fault. */
function checked(schema: z.ZodType, given: unknown) {
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  const errors = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  throw new ProblemError('INVALID', errors[0]?.message ?? 'The request is not valid.', { errors });
}

const maxJsonBytes = 64 * 1024;

/**
 * Reads a JSON body: at most 64 KB, declared as JSON. One that is absent or blank reads as an empty object. Throws ProblemError 415, 400
 * MALFORMED, and what {@link readBody} throws.
 */
async function readJson(c: Context<AppEnv>) {
  const type = requestHeader(c, 'content-type');
  const length = requestHeader(c, 'content-length') ?? '0';
  if (type === undefined && length === '0' && !requestHeader(c, 'transfer-encoding')) return {};
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type ?? ''))
    throw new ProblemError('UNSUPPORTED_MEDIA', 'Send the body as application/json.');
  const text = await readBody(c, maxJsonBytes, () => c.req.text());
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProblemError('MALFORMED', 'The body is not valid JSON.', { cause });
  }
}
