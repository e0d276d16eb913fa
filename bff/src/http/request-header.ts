import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/**
 * Reads a header of the request by its lower-case name, from Node's own request where there is one: the web Request would
 * copy all headers into a new object first, which costs more than everything else about a cached answer.
 */
export function requestHeader(c: Context<AppEnv>, name: string): string | undefined {
  const incoming = c.env?.incoming;
  if (!incoming?.headers) return c.req.header(name);
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
