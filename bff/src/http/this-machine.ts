import type { Context } from 'hono';
import { ProblemError } from '../problem/problem-error.ts';
import type { AppEnv } from './app-env.ts';
import { hostOf, isLoopback, isLoopbackHost } from './client-address.ts';

/** Headers that proxies add: Forwarded, X-Forwarded-…, Via, X-Real-IP, CF-Connecting-IP and their kind. */
const addedByProxies = /^((x-)?forwarded.*|via|.*-ip)$/;

/**
 * Tells whether a request was made on this machine itself, to a name of this machine and by no page of another site. A proxy on this machine is
 * known by its headers, by the public name that it passes on, or by HTTP/1.0, as nginx speaks without settings; `proxied` allows one. The
 * name also keeps pages out whose own name leads here (DNS rebinding).
 */
export function isFromThisMachine(c: Context<AppEnv>, proxied = false): boolean {
  const { headers, httpVersion, socket } = c.env?.incoming ?? {};
  const isOfThisMachine = (address: string) => isLoopbackHost(hostOf(address) ?? '');
  return (
    headers !== undefined &&
    isLoopback(socket?.remoteAddress ?? '') &&
    isOfThisMachine(`http://${headers.host}`) &&
    (headers.origin === undefined || isOfThisMachine(headers.origin)) &&
    (proxied || (httpVersion !== '1.0' && !Object.keys(headers).some((name) => addedByProxies.test(name))))
  );
}

const closed =
  'This part of the demo answers only on the machine that it runs on, because it lets anybody sign in as anybody. ' +
  'Start the shop with HOST=127.0.0.1 and open it there, without a proxy or another name; or set it up with a Firebase project.';

/**
 * Makes the refusal of what only a demo serves, for others than the machine itself. `error` is how the identity service writes refusals, so
 * that its SDK shows the sentence.
 */
export const demoClosed = () =>
  new ProblemError('FORBIDDEN', closed, {
    members: { error: { code: 403, message: `DEMO_CLOSED : ${closed}` } },
  });
