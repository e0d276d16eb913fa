import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Child } from './child.ts';
import { compileCache, projectRoot } from './places.ts';
import { answersOk, startPart } from './start-part.ts';

/** Where a BFF process listens and what it is told. */
interface BffOptions {
  host: string;
  port: number;
  env: Record<string, string>;
  logFile: string;
  /** Restart when a source file changes (for development). */
  watch?: boolean;
  onLine?: (line: string) => void;
}

/** Gives the address of a shop from this machine: a wildcard host is reached by the loopback address. */
export function shopUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Have glibc return freed memory to the system: by default it keeps an arena for each thread, and tens of megabytes at the end of each. */
const mallocLimits = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Starts one BFF process and waits until it and all that it depends on are ready, and its page. Throws a StackFault otherwise. */
export function startBff({ host, port, env, watch = false, ...options }: BffOptions): Promise<Child> {
  const url = shopUrl(host, port);
  const hasPage = existsSync(join(env.PWA_DIST ?? '', 'index.html'));
  return startPart({
    ...options,
    name: 'BFF',
    command: process.execPath,
    args: [
      ...(watch ? ['--watch', '--watch-preserve-output'] : []),
      join(projectRoot, 'bff', 'src', 'main.mjs'),
    ],
    cwd: projectRoot,
    env: { NODE_COMPILE_CACHE: compileCache, ...mallocLimits, ...env, HOST: host, PORT: String(port) },
    answers: async () => (await answersOk(`${url}/api/readyz`)) && (!hasPage || answersOk(`${url}/`)),
    limitMs: 120_000,
  });
}
