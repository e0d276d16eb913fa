import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { AppEnv } from './app-env.ts';
import type { Metrics } from './metrics.ts';
import { requestHeader, requestIdFrom } from './request-header.ts';
import { apiHeaders, pageHeaders } from './security-headers.ts';

/**
 * Makes the outermost layer: it gives each request its id, sets the headers that every answer carries, and records in the log and in
 * the metrics how the request ended. Reads that went well are logged at `debug`, writes and refusals at `info`, failures at
 * `error`. A log line holds the path pattern, never the path: paths hold email addresses. Of refusals and failures it holds a sample: the
 * metrics count all of them.
 */
export function journal(options: {
  logger: Logger;
  metrics: Metrics;
  production: boolean;
}): MiddlewareHandler<AppEnv> {
  const { logger, metrics } = options;
  const ofApi = apiHeaders(options.production);
  const ofPages = pageHeaders(options.production);
  const sampled = sampler();
  return async (c, next) => {
    const begin = performance.now();
    const requestId = requestIdFrom(requestHeader(c, 'x-request-id'));
    c.set('requestId', requestId);
    c.set('route', 'other');
    // Sets them on Node's own response where there is one, a tenth of the cost of merging them into a web Response.
    const raw = c.env?.outgoing;
    const set = (name: string, value: string) =>
      raw ? raw.setHeader(name, value) : c.res.headers.set(name, value);
    const headers = c.req.path.startsWith('/api/') ? ofApi : ofPages;
    for (const [name, value] of headers) set(name, value);
    set('X-Request-Id', requestId);
    await next();
    // Cancels the body that a HEAD has no reader for: a stream would never end.
    if (c.req.method === 'HEAD') await c.res.body?.cancel();
    const ms = performance.now() - begin;
    const { method } = c.req;
    const { status } = c.res;
    const route = c.get('route');
    const problem = c.get('problem');
    metrics.request(method, route, status, ms / 1000);
    if (problem) metrics.problem(method, route, problem);
    const refused = status < 400 ? {} : sampled(problem ?? String(status));
    if (refused === null) return;
    const line = { requestId, method, route, status, problem, ms: Math.round(ms * 10) / 10, ...refused };
    if (status >= 500) logger.error({ ...line, err: c.error }, 'request failed');
    else logger[status < 400 && (method === 'GET' || method === 'HEAD') ? 'debug' : 'info'](line, 'request');
  };
}

/** Lines a minute for each problem: strangers send thousands of requests that are refused. */
const linesPerMinute = 100;

/** Picks what is logged: null for a line too many. The first line of a later minute says how many were left out (`unlogged`). */
function sampler() {
  const counts = new Map<string, { minute: number; seen: number }>();
  return (problem: string): { unlogged?: number } | null => {
    const minute = Math.floor(Date.now() / 60_000);
    const count = counts.get(problem);
    if (count?.minute === minute) {
      count.seen++;
      return count.seen > linesPerMinute ? null : {};
    }
    counts.set(problem, { minute, seen: 1 });
    const unlogged = (count?.seen ?? 0) - linesPerMinute;
    return unlogged > 0 ? { unlogged } : {};
  };
}
