import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/**
 * A header of the request, by its lower-case name. Read from Node's own request where there is one: the web Request would
 * copy all headers into a new object first, which on the catalogue costs more than everything else together.
 */
export function requestHeader(c: Context<AppEnv>, name: string): string | undefined {
  const incoming = c.env?.incoming;
  if (!incoming?.headers) return c.req.header(name);
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
