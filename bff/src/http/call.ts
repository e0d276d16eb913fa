import type { Context } from 'hono';
import type { z } from 'zod';
import type { Access, CallRow } from '../contracts/call-row.ts';
import type { Calls, ParamsOf } from '../contracts/calls.ts';
import type { Role } from '../contracts/people.ts';
import type { Person } from '../identity/person.ts';
import type { AppEnv } from './app-env.ts';

/** The person whom a handler gets; null where visitors may call. */
export type PersonFor<A extends Access> = A extends 'anyone' | 'proves-itself' ? null : Person;

type PathOf<Name> = Name extends `${string} ${infer Path}` ? Path : never;

/** The parameters of a path by their names. */
export type Params<Path extends string> = Readonly<Record<ParamsOf<Path>, string>>;

/** What the body of a good answer is. */
type Answer<Row extends CallRow> = z.output<Extract<Row['answers'][keyof Row['answers']], z.ZodType>>;

/**
 * Answers a call. Everything that it gets is checked already. What it gives is sent as JSON for one person only, with the status of the call's
 * good answer; anything else it answers itself.
 */
export type Handler<A extends Access, Body, Query, Path extends string, Good = unknown> = (input: {
  c: Context<AppEnv>;
  person: PersonFor<A>;
  params: Params<Path>;
  body: z.output<Body>;
  query: z.output<Query>;
  /** Throws ProblemError when the person may not make the call any more; for handlers that take long, or read a body themselves. */
  stillAllowed: () => Promise<void>;
}) => Promise<Response | Good> | Response | Good;

/** One handler for each call of a table. */
export type Handlers<Table extends Record<string, CallRow> = Calls> = {
  readonly [Name in keyof Table]: Handler<
    Table[Name]['access'],
    Table[Name]['body'],
    Table[Name]['query'],
    PathOf<Name>,
    Answer<Table[Name]>
  >;
};

/** Says who makes a change, and under which request, as the order log and the audit record it; `as` a role when acting for others. */
export const originOf = (c: Context<AppEnv>, person: Person, as: 'user' | Role = 'user') => ({
  actor: `${as}:${person.uid}`,
  uid: person.uid,
  correlationId: c.get('requestId'),
});

/** The same for a change that a role allows: an admin makes it, or somebody who has that role. */
export async function staffOf(c: Context<AppEnv>, person: Person, role: Role) {
  const isAdmin = await person.may('admin');
  return { ...originOf(c, person, isAdmin ? 'admin' : role), isAdmin };
}
