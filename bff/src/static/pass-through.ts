import type { Context, Hono } from 'hono';
import { proxy } from 'hono/proxy';
import type { AppEnv } from '../http/app-env.ts';
import { isLoopbackHost } from '../http/client-address.ts';
import { demoClosed, isFromThisMachine } from '../http/this-machine.ts';
import { ProblemError } from '../problem/problem-error.ts';

/** Paths of the identity emulator that the browser's SDK asks for on the shop's own origin. */
const emulatorPaths = ['/identitytoolkit.googleapis.com', '/securetoken.googleapis.com', '/emulator'];

/** Mounts what stands in for outside services in a demo: each answers on this machine alone. */
export function mountDemo(
  app: Hono<AppEnv>,
  {
    auth,
    payments,
    inboxUrl,
    host,
    rehearsal,
  }: {
    auth: { emulatorHost: string | null; demoIsClosed: boolean };
    payments: { simulatorUrl: string | null };
    inboxUrl: string | null;
    host: string;
    rehearsal: boolean;
  },
): void {
  const isHere = (c: Context<AppEnv>) => isFromThisMachine(c, rehearsal);
  const { emulatorHost, demoIsClosed } = auth;
  if (emulatorHost !== null)
    mountPassThrough(app, emulatorPaths, `http://${emulatorHost}`, (c) => !demoIsClosed && isHere(c));
  // Each call needs one of the demo's keys; the simulator's ledger and its test controls lie elsewhere and are not reachable.
  if (payments.simulatorUrl !== null)
    mountPassThrough(app, ['/simulator/v1'], payments.simulatorUrl, isHere, '/simulator');
  if (inboxUrl !== null)
    mountPassThrough(app, ['/inbox'], inboxUrl, (c) => isLoopbackHost(host) && isHere(c));
}

/**
 * Passes everything below `prefixes` on to `target` (without `strip`, the first part of the path), so that the browser talks to one
 * origin only. For the local stand-ins of outside services; never mounted when those are real. Refuses requests that are not `allowed`.
 */
function mountPassThrough(
  app: Hono<AppEnv>,
  prefixes: readonly string[],
  target: string,
  allowed: (c: Context<AppEnv>) => boolean,
  strip = '',
): void {
  for (const prefix of prefixes)
    app.all(`${prefix}/*`, async (c) => {
      c.set('route', prefix);
      if (!allowed(c)) throw demoClosed();
      const { pathname, search } = new URL(c.req.url);
      try {
        return await proxy(`${target}${pathname.slice(strip.length)}${search}`, {
          raw: c.req.raw,
          headers: { ...c.req.header(), host: undefined },
          signal: AbortSignal.timeout(20_000),
        });
      } catch (error) {
        throw new ProblemError('PROVIDER_UNAVAILABLE', 'This part of the demo is not responding.', {
          retryAfter: 2,
          cause: error,
        });
      }
    });
}
