import type { Context, Hono } from 'hono';
import { proxy } from 'hono/proxy';
import type { AppEnv } from '../http/app-env.ts';
import { demoClosed } from '../http/this-machine.ts';
import { ProblemError } from '../problem/problem-error.ts';

/** Paths of the identity emulator that the browser's SDK asks for on the shop's own origin. */
export const emulatorPaths = ['/identitytoolkit.googleapis.com', '/securetoken.googleapis.com', '/emulator'];
/**
 * Path of the payment simulator that the card form asks for on the shop's own origin. Each call below it needs one of the demo's
 * keys; the simulator's ledger and its test controls lie elsewhere and are not reachable.
 */
export const simulatorPath = '/simulator/v1';
/** Path of the demo's inbox: the pages that show the letters which the shop would have sent. */
export const inboxPath = '/inbox';

/**
 * Passes everything below `prefixes` on to `target` (without `strip`, the first part of the path), so that the browser talks to one
 * origin only. For the local stand-ins of outside services; never mounted when those are real. Refuses requests that are not `allowed`.
 */
export function mountPassThrough(
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
