import type { HttpBindings } from '@hono/node-server';
import type { ProblemCode } from '../contracts/problem.ts';

/** What the middleware of this room leaves in the Hono context for handlers and for each other. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    /** Given by a proxy in front or made here; in every answer and log line, and the correlation id of events. */
    requestId: string;
    /** The path pattern of the call, such as `/api/orders/:id`, for logs and metrics (never the real path: it may hold an email). */
    route: string;
    /** Where the call comes from, as it is counted: see `ClientAddress`. Never logged. */
    address: string;
    /** The code of the problem that is answered, if one is. */
    problem?: ProblemCode;
  };
}
