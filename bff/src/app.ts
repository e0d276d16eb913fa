import { join } from 'node:path';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { allCalls, type CallParts } from './all-calls.ts';
import { type Calls, calls } from './contracts/calls.ts';
import { answerProblem } from './http/answers.ts';
import type { AppEnv } from './http/app-env.ts';
import { journal } from './http/journal.ts';
import { type Gates, mountCalls, requestGate } from './http/mount-calls.ts';
import { mountImages } from './images/image-calls.ts';
import { cachedObjects } from './images/picture-store.ts';
import { mountHealth, mountMetrics } from './operations/state-routes.ts';
import { ProblemError } from './problem/problem-error.ts';
import { problemOf } from './problem/problem-of.ts';
import { mountDemo } from './static/pass-through.ts';
import { archiveAssets } from './static/release-files.ts';
import { mountSearchEngines } from './static/search-engines.ts';
import { mountPages } from './static/serve-pages.ts';
import { deletedTool } from './tools/tool-records.ts';

/** Headers that the calls read and that pages of another origin may not send unasked. */
const requestHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'Last-Event-ID',
  'X-Client-Version',
  'X-Request-Id',
];

/** Puts the parts together into one application. */
export async function buildApp(parts: CallParts, gates: Gates): Promise<Hono<AppEnv>> {
  const { config, logger, metrics } = parts;
  const app = new Hono<AppEnv>();
  app.use(journal({ logger, metrics, production: config.production }));
  if (config.corsOrigins.length > 0)
    app.use(
      '/api/*',
      cors({
        origin: config.corsOrigins,
        // A list of our own, so that the one of the request is not parsed.
        allowHeaders: requestHeaders,
        exposeHeaders: [
          'X-Total-Count',
          'X-Next-Cursor',
          'X-Found-As',
          'X-Also-Found',
          'X-Found-More',
          'X-Request-Id',
          'Retry-After',
          'ETag',
        ],
      }),
    );
  app.onError((error, c) => answerProblem(c, problemOf(error)));
  app.notFound((c) =>
    answerProblem(c, new ProblemError('NOT_FOUND', 'There’s nothing here. Check the address.')),
  );
  app.route('/api', apiOf(parts, gates));
  mountMetrics(app, metrics, config.metricsToken);
  // Supervisors and Prometheus, above, are not counted: a busy shop is no sick one.
  app.use(requestGate(gates));
  await mountPagesAndPictures(app, parts);
  return app;
}

/** Builds everything below `/api` as an application of its own: its routes alone say which methods a path has. */
function apiOf(parts: CallParts, gates: Gates) {
  const api = new Hono<AppEnv>();
  mountHealth(api, parts);
  mountCalls<Calls>(api, calls, allCalls(parts), gates);
  // Comes last, so that a call pays nothing for it.
  api.all(
    '*',
    requestGate(gates),
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

/**
 * Mounts everything that is served beside the API: pictures, the demo's stand-ins, the pages. Archives this release's assets for the
 * releases to come. The pages take every path that is left, so they come last.
 */
async function mountPagesAndPictures(app: Hono<AppEnv>, parts: CallParts) {
  const { config, catalogue, reviewList, objects, log } = parts;
  const isNear = config.objects.credentials === null;
  mountImages(app, isNear ? objects.read : cachedObjects(objects.read));
  mountDemo(app, config);
  mountSearchEngines(app, config.shopUrl, catalogue.snapshot);
  if (config.pwaDist === null) return;
  const archive = join(config.dataDir, 'releases');
  await archiveAssets(config.pwaDist, archive);
  const wasSold = async (id: string) => (await deletedTool(log, id)) !== undefined;
  // The page that the tool's page asks for first.
  const rating = async (toolId: string) => (await reviewList.page({ limit: 50, toolId })).rating;
  await mountPages(app, config.pwaDist, archive, { ...catalogue, rating, wasSold }, config);
}
