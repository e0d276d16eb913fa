import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { Logger } from 'pino';
import type { CallParts } from './all-calls.ts';
import { answerProblem } from './http/answers.ts';
import type { AppEnv } from './http/app-env.ts';
import type { Call } from './http/call.ts';
import { journal } from './http/journal.ts';
import { type Gates, mountCalls } from './http/mount-calls.ts';
import { mountRest } from './mount-rest.ts';
import { mountHealth, mountMetrics } from './operations/state-routes.ts';
import { ProblemError } from './problem/problem-error.ts';
import { problemOf } from './problem/problem-of.ts';

/** Everything that the server is made of, already built: the composition root picks the adapters. */
export interface AppParts extends CallParts {
  readonly calls: readonly Call[];
  readonly gates: Gates;
  readonly logger: Logger;
}

/** Puts the parts together into one application. */
export async function buildApp(parts: AppParts): Promise<Hono<AppEnv>> {
  const { config, logger, metrics } = parts;
  const app = new Hono<AppEnv>();
  app.use(journal({ logger, metrics, production: config.production }));
  if (config.corsOrigins.length > 0)
    app.use(
      '/api/*',
      cors({
        origin: config.corsOrigins,
        exposeHeaders: ['X-Total-Count', 'X-Next-Cursor', 'X-Request-Id', 'Retry-After', 'ETag'],
      }),
    );
  app.onError((error, c) => {
    const problem = problemOf(error);
    if (problem.status === 500)
      logger.error({ requestId: c.get('requestId'), route: c.get('route'), err: error }, 'unexpected error');
    return answerProblem(c, problem);
  });
  app.notFound((c) => answerProblem(c, new ProblemError('NOT_FOUND', 'There is nothing at this address.')));
  app.route('/api', apiOf(parts));
  mountMetrics(app, metrics, config.metricsToken);
  await mountRest(app, config, parts.catalogue);
  return app;
}

/** Builds everything below `/api` as an application of its own: its routes alone say which methods a path has. */
function apiOf(parts: AppParts): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  mountHealth(api, parts);
  mountCalls(api, parts.calls, parts.gates);
  // Comes last, so that a call pays nothing for it.
  api.all(
    '*',
    methodNotAllowed({
      app: api,
      onMethodNotAllowed: (c, methods) => {
        const allowed = methods.toSorted();
        const detail = `${c.req.method} is not possible here; use ${allowed.join(', ')}.`;
        return answerProblem(c, new ProblemError('METHOD_NOT_ALLOWED', detail, { allowed }));
      },
    }),
    (c) => c.notFound(),
  );
  return api;
}
