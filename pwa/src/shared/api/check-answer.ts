import type { CallName } from '@karigar/bff/contracts';
import type { Reply } from './http.ts';

/**
 * Throws a TypeError where an answer is not what the table of calls promises, in development and in tests: the page believes its types.
 * The table brings zod along, so the build for browsers leaves this file out.
 */
export async function checkAnswer(name: CallName, { status, body }: Reply<unknown>): Promise<void> {
  const { calls } = await import('@karigar/bff/calls');
  const answers: Readonly<Record<number, unknown>> = calls[name].answers;
  if (!(status in answers)) throw new TypeError(`${name} does not answer ${status}`);
  const promised = answers[status];
  const isJson = typeof promised === 'object' && promised !== null && 'safeParse' in promised;
  if (!isJson) {
    if (promised === null && body !== undefined)
      throw new TypeError(`${name} answers ${status} without a body`);
    return;
  }
  const { error } = (promised as (typeof calls)['GET /me']['answers'][200]).safeParse(body);
  if (error !== undefined)
    throw new TypeError(`${name} answers otherwise: ${error.message}`, { cause: body });
}
