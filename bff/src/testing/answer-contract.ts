import type { CallRow } from '../contracts/call-row.ts';
import { calls } from '../contracts/calls.ts';
import { Problem, problemStatus } from '../contracts/problem.ts';
import { problemsOf } from '../openapi/openapi-calls.ts';

/** One answer as a test saw it; `path` is below `/api`, with its query. */
export interface SeenAnswer {
  method: string;
  path: string;
  status: number;
  type: string | null;
  body: unknown;
}

/**
 * Throws when an answer is not one that the call's description promises: an undocumented status, a body that does not fit
 * its schema, a code that the call does not list, or a code under another status than its own.
 */
export function keepsPromise(seen: SeenAnswer): void {
  const what = `${seen.method} ${seen.path} answered ${seen.status} ${JSON.stringify(seen.body)}`;
  const call = callFor(seen);
  if (seen.status >= 400) {
    if (!seen.type?.startsWith('application/problem+json')) throw new Error(`${what} as ${seen.type}`);
    const problem = Problem.parse(seen.body);
    if (problemStatus[problem.code] !== seen.status || problem.status !== seen.status)
      throw new Error(`${what}: ${problem.code} belongs to ${problemStatus[problem.code]}`);
    if (call && !problemsOf(call).includes(problem.code)) throw new Error(`${what}: undocumented`);
    return;
  }
  if (!call) throw new Error(`${what}: no such call`);
  const answer = call.answers[seen.status];
  if (answer === undefined) throw new Error(`${what}: undocumented status`);
  if (answer === null || typeof answer === 'string') return;
  const result = answer.safeParse(seen.body);
  if (!result.success) throw new Error(`${what}: ${result.error.message}`);
}

/** The call of a path; one without parameters wins over one with, as in the router. */
function callFor({ method, path }: SeenAnswer): CallRow | undefined {
  const [bare = ''] = path.split('?');
  const asked = `${method.toUpperCase()} ${bare}`;
  const fits = ([name]: [string, CallRow]) =>
    new RegExp(`^${name.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`).test(asked);
  return Object.entries<CallRow>(calls)
    .filter(fits)
    .sort(([a], [b]) => a.split(':').length - b.split(':').length)
    .at(0)?.[1];
}
