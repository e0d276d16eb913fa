import { type Hook, zValidator } from '@hono/zod-validator';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import type { Access, CallRow } from '../contracts/call-row.ts';
import type { EndedSessions } from '../identity/ended-sessions.ts';
import type { PersonFinder } from '../identity/session.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { privateJson } from './answers.ts';
import type { AppEnv } from './app-env.ts';
import { authorise, notSignedIn } from './authorisation.ts';
import type { Handler, Handlers, Params } from './call.ts';
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

/** The same rows, with the types of each spelled out. */
type Rows<Table extends Record<string, CallRow>> = {
  readonly [Name in keyof Table]: CallRow<Table[Name]['access'], Table[Name]['body'], Table[Name]['query']>;
};

/** Mounts the calls of a table, each with its handler. */
export function mountCalls<Table extends Record<string, CallRow>>(
  api: Hono<AppEnv>,
  table: Rows<Table>,
  handlers: Handlers<Table>,
  gates: Gates,
): void {
  for (const name in table) mountCall(api, name, table[name], handlers[name], gates);
}

/**
 * Each call passes the same gates in the same order: number of requests, client version, open store, person, rate limit, authorisation,
 * query, body. Nothing of a request is read before it is counted, and nothing of its query and body before it is allowed.
 */
function mountCall<A extends Access, Body extends z.ZodType, Query extends z.ZodType, Path extends string>(
  api: Hono<AppEnv>,
  name: string,
  row: CallRow<A, Body, Query>,
  handle: Handler<A, Body, Query, Path>,
  gates: Gates,
): void {
  const [method = '', path = ''] = name.split(' ');
  const { access, limit } = row;
  const reads = method === 'GET';
  const status = 201 in row.answers ? 201 : 200;
  const visitors = access === 'anyone' || access === 'proves-itself';
  // Of a shop as it was, a sign-in writes into a store that is thrown away.
  const asOf = reads || (access === 'proves-itself' && limit === 'token') ? null : gates.asOf;
  const [params, query, body] = [
    checked('param', pathParams<Path>(path)),
    checked('query', row.query),
    checked('json', row.body),
  ];
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
    const allow = () => authorise[row.access](asks, c.req.param('email'));
    const stillAllowed = async () => {
      if (asks && gates.sessions.has(asks)) throw notSignedIn();
      await allow();
    };
    const person = await allow();
    const given = { params: await params(c), query: await query(c), body: await body(c) };
    // A body may take its time: the sign-in or the role may have been taken since.
    if (!reads) await stillAllowed();
    const input = { c, person, ...given, stillAllowed };
    const answer = async () => {
      const given = await handle(input);
      return given instanceof Response ? given : privateJson(given, status);
    };
    return reads ? answer() : gates.confirmed(answer);
  });
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

/** Describes the parameters of a path: each is a text. */
function pathParams<Path extends string>(path: string) {
  const texts = z.record(z.enum(path.match(/(?<=:)\w+/g) ?? []), z.string());
  return z.custom<Params<Path>>((given) => texts.safeParse(given).success);
}

/**
 * Has zod-validator check a part of each request. Refuses with INVALID, which lists every field at fault. Of a repeated query parameter
 * the first value counts.
 */
function checked<Target extends 'param' | 'query' | 'json', Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  const refuse: Hook<unknown, AppEnv, string, Target, object, z.ZodType> = (result) => {
    if (result.success) return;
    const errors = result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
    throw new ProblemError('INVALID', errors[0]?.message ?? 'The request is not valid.', { errors });
  };
  const check = zValidator<z.ZodType, Target, AppEnv, string, typeof refuse, unknown, z.output<Schema>>(
    target,
    schema,
    refuse,
    { validationFunction: (_, value) => schema.safeParse(target === 'query' ? firstOfEach(value) : value) },
  );
  return async (c: Context<AppEnv, string, { out: Record<Target, z.output<Schema>> }>) => {
    if (schema instanceof z.ZodUndefined) return schema.parse(undefined);
    if (target === 'json') await readJson(c);
    await check(c, async () => {}).catch((cause: unknown) => {
      // What hono's validator throws for a text that is no JSON.
      throw cause instanceof HTTPException
        ? new ProblemError('MALFORMED', 'The body is not valid JSON.', { cause })
        : cause;
    });
    return c.req.valid(target);
  };
}

const firstOfEach = (query: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()[0]]));

const maxJsonBytes = 64 * 1024;

/**
 * Reads the text of a JSON body, for the validator to parse: at most 64 KB, declared as JSON. A body that is absent or blank reads as an
 * empty object. Throws ProblemError 415, and what {@link readBody} throws.
 */
async function readJson(c: Context<AppEnv>): Promise<void> {
  const type = requestHeader(c, 'content-type');
  const length = requestHeader(c, 'content-length') ?? '0';
  if (type === undefined && length === '0' && !requestHeader(c, 'transfer-encoding')) return;
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type ?? ''))
    throw new ProblemError('UNSUPPORTED_MEDIA', 'Send the body as application/json.');
  const text = await readBody(c, maxJsonBytes, () => c.req.text());
  if (text.trim() === '') c.req.bodyCache = { json: Promise.resolve({}) };
}
