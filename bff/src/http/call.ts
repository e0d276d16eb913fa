import type { Context } from 'hono';
import type { z } from 'zod';
import type { CallRow } from '../contracts/call-row.ts';
import type { Calls, ParamsOf } from '../contracts/calls.ts';
import { actorOf, type Person } from '../identity/person.ts';
import type { AppEnv } from './app-env.ts';

/** One handler for each call of a table. Everything that it gets is checked already; `person` is null where visitors may call. */
export type Handlers<Table extends Record<string, CallRow> = Calls> = {
  readonly [Name in keyof Table]: (input: {
    c: Context<AppEnv>;
    person: Table[Name]['access'] extends 'anyone' | 'proves-itself' ? null : Person;
    params: Readonly<Record<ParamsOf<Name extends `${string} ${infer Path}` ? Path : never>, string>>;
    body: z.output<Table[Name]['body']>;
    query: z.output<Table[Name]['query']>;
  }) => Promise<Response> | Response;
};

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
