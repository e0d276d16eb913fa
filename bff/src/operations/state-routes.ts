import { timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { notYours } from '../http/authorisation.ts';
import type { Metrics } from '../http/metrics.ts';
import { requestHeader } from '../http/request-header.ts';
import { isFromThisMachine } from '../http/this-machine.ts';
import { bearerOf } from '../identity/session.ts';
import { atMostEach, type Dependency, dependencyStates } from './readiness.ts';

const unstored = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

/** Strangers may ask without end, so all that come within this time share one round of checks. */
const roundEachMs = 1_000;

/** Mounts health and readiness: asked by supervisors, not by people, hence outside the list of calls. */
export function mountHealth(
  api: Hono<AppEnv>,
  options: {
    version: string;
    dependencies: readonly Dependency[];
    /** Aborted once the process has been told to stop: no new work should be sent here. */
    stopping: AbortSignal;
  },
): void {
  api.get('/healthz', (c) => {
    c.set('route', '/healthz');
    return c.body(JSON.stringify({ ok: true, version: options.version }), 200, unstored);
  });
  const states = atMostEach(roundEachMs, () => dependencyStates(options.dependencies));
  api.get('/readyz', async (c) => {
    c.set('route', '/readyz');
    const dependencies = await states();
    const stopping = options.stopping.aborted;
    const ready = !stopping && dependencies.every((one) => one.ok || !one.required);
    const body = JSON.stringify({ ready, stopping, dependencies });
    return c.body(body, ready ? 200 : 503, ready ? unstored : { ...unstored, 'Retry-After': '2' });
  });
}

/** Mounts the measurements for Prometheus: for the bearer of `token`, without one for this machine alone. */
export function mountMetrics(app: Hono<AppEnv>, metrics: Metrics, token: string | null): void {
  app.get('/metrics', async (c) => {
    c.set('route', '/metrics');
    const given = bearerOf(requestHeader(c, 'authorization')) ?? '';
    // Without a token this machine alone, and not through a proxy that runs on it.
    const mayRead = token === null ? isFromThisMachine(c) : isSame(given, token);
    if (!mayRead) throw notYours();
    return c.body(await metrics.registry.metrics(), 200, {
      'Content-Type': metrics.registry.contentType,
      'Cache-Control': 'no-store',
    });
  });
}

/** Compares secrets in the same time whatever they share. */
function isSame(one: string, other: string) {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
