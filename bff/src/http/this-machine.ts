import type { Context } from 'hono';
import { ProblemError } from '../problem/problem-error.ts';
import type { AppEnv } from './app-env.ts';
import { isLoopback } from './client-address.ts';
import { requestHeader } from './request-header.ts';

/** Tells whether a request was made on this machine itself, and not through a proxy that runs on it. */
export function isFromThisMachine(c: Context<AppEnv>): boolean {
  const { remoteAddress = '', localAddress } = c.env?.incoming?.socket ?? {};
  const proxied = requestHeader(c, 'x-forwarded-for') ?? requestHeader(c, 'forwarded');
  // A machine that calls its own address of the network uses that address on both ends.
  return (isLoopback(remoteAddress) || (remoteAddress !== '' && remoteAddress === localAddress)) && !proxied;
}

const closed =
  'The sign-in of this demo is closed, because the shop is open to a network: whoever reaches the emulator may sign in as anybody. ' +
  'Start it with HOST=127.0.0.1, or with a Firebase project.';

/**
 * Makes the refusal of the demo's sign-in for a shop that listens to a network. `error` is how the identity service writes refusals, so
 * that its SDK shows the sentence.
 */
export const demoClosed = () =>
  new ProblemError('FORBIDDEN', closed, {
    members: { error: { code: 403, message: `DEMO_CLOSED : ${closed}` } },
  });
