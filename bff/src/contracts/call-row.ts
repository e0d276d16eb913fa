import { z } from 'zod';
import type { Role } from './people.ts';
import type { ProblemCode } from './problem.ts';

/**
 * Who may make a call. `own-email` compares the `:email` of the path with the person's. `owner` and `owner-or-admin`: the handler's first line
 * looks up whose record it is. A role: people who have it, and admins. `proves-itself`: the call carries its own proof (the identity service's token, a provider's signature).
 */
export type Access =
  | 'anyone'
  | 'signed-in'
  | 'own-email'
  | 'own-email-or-admin'
  | 'owner'
  | 'owner-or-admin'
  | Role
  | 'proves-itself';

/** The rate limit that a call counts against, beside that of all requests; `none` is for providers and what needs no store. */
export type LimitClass = 'catalogue' | 'read' | 'write' | 'token' | 'payment' | 'image' | 'none';

/** A call by its method and its path below `/api`, with `:name` parameters. */
type Name = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** One call: the route, the document, the authorisation test and the page's client are made from it. */
export interface CallRow<A = Access, Body = z.ZodType, Query = z.ZodType> {
  summary: string;
  access: A;
  limit: LimitClass;
  /** Schema of the JSON body, or {@link nothing}, {@link pictureForm} or {@link signedText}. */
  body: Body;
  query: Query;
  /** By status: the schema of a JSON body, another content type, or null for no body. */
  answers: Readonly<Record<number, z.ZodType | string | null>>;
  /** Codes beyond those that any call may answer. */
  problems: readonly ProblemCode[];
}

/** Calls by their names. */
export type CallTable = Readonly<Record<Name, CallRow>>;

/** What a call does not take. */
export const nothing = z.undefined();
/** Bodies that the handler reads itself: a form with a picture, and JSON whose very bytes are signed. */
export const pictureForm = z.undefined();
export const signedText = z.undefined();
const bare = { body: nothing, query: nothing, problems: [] } as const;
/** What the rows of a kind have in common; a row says itself who may call where that is not everybody who has signed in. */
export const publicRead = { ...bare, access: 'anyone', limit: 'catalogue' } as const;
export const read = { ...bare, access: 'signed-in', limit: 'read' } as const;
export const write = { ...bare, access: 'signed-in', limit: 'write' } as const;
export const adminRead = { ...read, access: 'admin' } as const;
export const adminWrite = { ...write, access: 'admin' } as const;
export const packerRead = { ...read, access: 'packer' } as const;
export const packerWrite = { ...write, access: 'packer' } as const;
export const editorRead = { ...read, access: 'editor' } as const;
export const editorWrite = { ...write, access: 'editor' } as const;
