import { zValidator } from '@hono/zod-validator';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import type { EndedSessions } from '../identity/ended-sessions.ts';
import type { PersonFinder } from '../identity/session.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { AppEnv } from './app-env.ts';
import { authorise, notSignedIn } from './authorisation.ts';
import type { Call } from './call.ts';
import type { ClientAddress } from './client-address.ts';
import type { RateLimits } from './rate-limits.ts';
import { readText } from './read-body.ts';
import { checkClientVersion, requestHeader } from './request-header.ts';

/** What every call passes on its way to the handler. */
export interface Gates {
  readonly findPerson: PersonFinder;
  readonly sessions: Pick<EndedSessions, 'has'>;
  /** Null for no limits, in load tests. */
  readonly rateLimits: RateLimits | null;
  readonly clientAddress: ClientAddress;
  /** Why no call can be answered that needs the store; null while it is open. */
  readonly closed: () => Error | null;
  /** The moment as of which the shop is shown: then nothing can be changed. Null for a shop that sells. */
  readonly asOf: string | null;
  readonly minClientVersion: string | null;
  /** Holds the answer of a call that is no reading one back until the store keeps what it tells of; also what was so before. */
  readonly confirmed: (answer: () => Promise<Response>) => Promise<Response>;
}

/**
 * Mounts calls. Each one passes the same gates in the same order: number of requests, client version, open store, person, rate limit, authorisation,
 * query, body. Nothing of a request is read before it is counted, and nothing of its query and body before it is allowed.
 */
export function mountCalls(api: Hono<AppEnv>, calls: readonly Call[], gates: Gates): void {
  for (const call of calls) {
    const handle = async (c: Context<AppEnv>) => {
      const person = c.get('person');
      // A body may take its time: the sign-in may have been ended since it was looked at.
      if (person && gates.sessions.has(person)) throw notSignedIn();
      return call.handle({
        c,
        person: person as never,
        query: c.req.valid('query' as never),
        body: c.req.valid('json' as never),
      });
    };
    const reads = call.method === 'get';
    api.on(call.method.toUpperCase(), call.path, callGates(call, gates), ...inputGates(call), (c) =>
      reads ? handle(c) : gates.confirmed(() => handle(c)),
    );
  }
}

/** Tells whether a call only exchanges the identity service's proof: of a shop as it was, it writes into a store that is thrown away. */
const signsIn = ({ access, limit }: Call): boolean => access === 'proves-itself' && limit === 'token';

const callGates =
  (call: Call, gates: Gates): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    c.set('route', call.path);
    const address = addressOf(c, gates.clientAddress);
    c.set('address', address);
    gates.rateLimits?.request(address);
    checkClientVersion(requestHeader(c, 'x-client-version'), gates.minClientVersion);
    if (gates.asOf !== null && call.method !== 'get' && !signsIn(call))
      throw new ProblemError(
        'FORBIDDEN',
        `This is a copy of the shop from ${gates.asOf}. You can look around, but nothing can be changed.`,
      );
    const closed = call.limit === 'none' ? null : gates.closed();
    if (closed !== null) throw closed;
    // A call that proves itself carries a proof of its own kind in this header, not the shop's token.
    const visitor = call.access === 'anyone' || call.access === 'proves-itself';
    const person = visitor ? null : await gates.findPerson(requestHeader(c, 'authorization'));
    if (call.limit !== 'none') gates.rateLimits?.call(call.limit, address, person?.uid ?? null);
    await authorise(call.access, person, c.req.param('email'));
    c.set('person', person);
    await next();
  };

/** Counts a request that is no call (a page, a picture, an unknown path) before anything of it is read. */
export const requestGate =
  ({ rateLimits, clientAddress }: Pick<Gates, 'rateLimits' | 'clientAddress'>): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    rateLimits?.request(addressOf(c, clientAddress));
    await next();
  };

/** Finds the client's address, for counting only. Without a socket (in-process tests) it is `unknown`. */
const addressOf = (c: Context<AppEnv>, find: ClientAddress): string =>
  find(c.env?.incoming?.socket?.remoteAddress, requestHeader(c, 'x-forwarded-for'));

function inputGates({ query, body, bodyKind = 'json' }: Call): MiddlewareHandler<AppEnv>[] {
  return [
    ...(query ? [valid('query', query)] : []),
    ...(body && bodyKind === 'json' ? [validJson(body)] : []),
  ];
}

/** Parses by `schema`; refuses with INVALID, which lists every field at fault. Of a repeated parameter the first one counts. */
const valid = (target: 'query' | 'json', schema: z.ZodType): MiddlewareHandler<AppEnv> =>
  zValidator(
    target,
    schema,
    (result) => {
      if (result.success) return;
      const errors = result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
      throw new ProblemError('INVALID', errors[0]?.message ?? 'The request is not valid.', { errors });
    },
    { validationFunction: (_, value) => schema.safeParse(target === 'query' ? firstOfEach(value) : value) },
  );

const firstOfEach = (query: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()[0]]));

const maxJsonBytes = 64 * 1024;

function validJson(schema: z.ZodType): MiddlewareHandler<AppEnv> {
  const parse = valid('json', schema);
  return async (c, next) => {
    await readJsonText(c);
    return parse(c, next);
  };
}

/**
 * Reads the text that the validator parses: at most 64 KB, declared as JSON. A body that is empty or blank reads as an empty
 * object. Throws ProblemError 415, and what {@link readText} throws.
 */
async function readJsonText(c: Context<AppEnv>): Promise<void> {
  const type = requestHeader(c, 'content-type');
  const length = requestHeader(c, 'content-length') ?? '0';
  const empty = type === undefined && length === '0' && !requestHeader(c, 'transfer-encoding');
  if (empty) return;
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type ?? ''))
    throw new ProblemError('UNSUPPORTED_MEDIA', 'Send the body as application/json.');
  const text = await readText(c, maxJsonBytes);
  if (text.trim() === '') c.req.bodyCache.text = Promise.resolve('{}') as never;
}
