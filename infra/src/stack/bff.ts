import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, startChild } from './child.ts';
import { compileCache, projectRoot } from './places.ts';
import { answersOk, waitUntil } from './wait-until.ts';

/** Where a BFF process listens and what it is told. */
export interface BffOptions {
  host: string;
  port: number;
  env: Record<string, string>;
  logFile: string;
  /** Restart when a source file changes (for development). */
  watch: boolean;
  onLine?: (line: string) => void;
}

/** Gives the address of a shop from this machine: a wildcard host is reached by the loopback address. */
export function shopUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Have glibc return freed memory to the system: by default it keeps an arena for each thread, and tens of megabytes at the end of each. */
const mallocLimits = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Starts one BFF process and waits until it and all that it depends on are ready. Throws a StackFault otherwise. */
export async function startBff(options: BffOptions): Promise<Child> {
  const child = startChild({
    name: 'BFF',
    command: process.execPath,
    args: [
      ...(options.watch ? ['--watch', '--watch-preserve-output'] : []),
      join(projectRoot, 'bff', 'src', 'main.mjs'),
    ],
    cwd: projectRoot,
    env: {
      NODE_COMPILE_CACHE: compileCache,
      ...mallocLimits,
      ...options.env,
      HOST: options.host,
      PORT: String(options.port),
    },
    logFile: options.logFile,
    ...(options.onLine === undefined ? {} : { onLine: options.onLine }),
  });
  const url = shopUrl(options.host, options.port);
  await waitUntil(child, () => answersOk(`${url}/api/readyz`), 120_000);
  const page = join(options.env.PWA_DIST ?? '', 'index.html');
  if (existsSync(page)) await waitUntil(child, () => answersOk(`${url}/`), 60_000);
  return child;
}
