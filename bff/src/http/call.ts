import type { Context } from 'hono';
import type { z } from 'zod';
import type { ProblemCode } from '../contracts/problem.ts';
import { actorOf, type Person } from '../identity/person.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Who may make a call. `own-email` compares the `:email` of the path with the person's; `owner` and `owner-or-admin` mean
 * that the handler's first line looks up whose record it is; `proves-itself` means that the call carries its own proof
 * (the identity service's token, a provider's signature).
 */
export type Access =
  | 'anyone'
  | 'signed-in'
  | 'own-email'
  | 'own-email-or-admin'
  | 'owner'
  | 'owner-or-admin'
  | 'admin'
  | 'proves-itself';

/** Which rate limit a call counts against, beside that of all requests; `none` is for providers and what needs no store. */
export type LimitClass = 'catalogue' | 'read' | 'write' | 'token' | 'payment' | 'image' | 'none';

/** One possible answer of a call. Without `schema` the body is described by `contentType` alone. */
export interface Answer {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly contentType?: string;
}

/** What is published about a call: the routes, the document and the authorisation test all read this. */
export interface CallDescription {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/api`, with `:name` parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly limit: LimitClass;
  readonly body?: z.ZodType;
  /** `json` unless said otherwise; the handler of another kind reads the body itself. */
  readonly bodyKind?: 'json' | 'multipart' | 'raw';
  readonly query?: z.ZodType;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Codes beyond those that any call may answer. */
  readonly problems: readonly ProblemCode[];
}

type PersonFor<A extends Access> = A extends 'anyone' | 'proves-itself' ? Person | null : Person;

/** What a handler gets: everything already checked. */
export interface CallInput<A extends Access, Body, Query> {
  readonly c: Context<AppEnv>;
  readonly person: PersonFor<A>;
  readonly body: Body;
  readonly query: Query;
}

/** A call with its handler, types erased so that calls of all kinds fit in one list. */
export interface Call extends CallDescription {
  readonly handle: (input: CallInput<Access, unknown, unknown>) => Promise<Response> | Response;
}

/**
 * Ties a description to its handler. The handler sees `body` and `query` as their schemas parse them, and a `person`
 * that is never null unless visitors may call.
 */
export function defineCall<
  const A extends Access,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
>(
  call: CallDescription & {
    readonly access: A;
    readonly body?: B;
    readonly query?: Q;
    readonly handle: (input: CallInput<A, z.infer<B>, z.infer<Q>>) => Promise<Response> | Response;
  },
): Call {
  return call as unknown as Call;
}

/** Says who makes a change, and under which request, as the order log records it; `asAdmin` when acting for others. */
export const originOf = (c: Context<AppEnv>, person: Person, asAdmin: boolean) => ({
  actor: actorOf(person, asAdmin),
  correlationId: c.get('requestId'),
});

/** Says which admin makes a change, as the audit records it. */
export const adminOf = (c: Context<AppEnv>, person: Person) => ({
  ...originOf(c, person, true),
  uid: person.uid,
});

/** Reads a named parameter of the path, decoded. Throws only when the path has no such parameter, a fault in our code. */
export function pathParam(c: Context<AppEnv>, name: string): string {
  const value = c.req.param(name);
  if (value === undefined) throw new Error(`The path ${c.req.routePath} has no :${name}`);
  return value;
}
