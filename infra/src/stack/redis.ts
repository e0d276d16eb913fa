import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Child, startChild } from './child.ts';
import { StackFault } from './fault.ts';
import { freePort } from './free-port.ts';
import { findProgram, projectRoot } from './places.ts';
import { waitUntil } from './wait-until.ts';

/** A Redis of our own and its address. */
export interface OwnRedis {
  child: Child;
  url: string;
}

/** How a Redis is started. */
export interface RedisOptions {
  /** Where its data lies; made if it is not there. */
  dir: string;
  logFile: string;
  /** A descriptor that it keeps open; see `lockDataDir`. */
  lock?: number;
  /** Default: a free one. */
  port?: number;
  /** Default: the project's redis.conf. A file of its own is needed where Redis may rewrite it, as a Sentinel makes it do. */
  configFile?: string;
  /** Without, every user of this machine may read it. */
  password?: string;
  /** Further settings, such as `['--appendonly', 'no']`. */
  args?: readonly string[];
  /** Put over the environment of this process. */
  env?: Record<string, string>;
}

/** The settings that the order log needs. */
export const projectSettings = join(projectRoot, 'infra', 'redis.conf');

/** Loading a large log takes its time: until then Redis answers LOADING. */
const loadingMs = 300_000;

/**
 * Starts a redis-server (or valkey-server) with the project's redis.conf: every write is flushed to disk before it is
 * acknowledged and nothing is ever evicted. Throws a StackFault if there is no such program or it does not answer.
 */
export async function startRedis({
  dir,
  logFile,
  args = [],
  configFile = projectSettings,
  password = '',
  ...options
}: RedisOptions): Promise<OwnRedis> {
  const program = findProgram(['redis-server', 'valkey-server']);
  if (program === null) {
    throw new StackFault(
      'Neither redis-server nor valkey-server is installed: run "sudo apt-get install -y redis-server" and start again.',
    );
  }
  mkdirSync(dir, { recursive: true });
  const port = options.port ?? (await freePort());
  // In a file, because every user of the machine sees the arguments of a program.
  const secrets = join(dir, 'password.conf');
  if (password !== '') writeFileSync(secrets, `requirepass ${password}\n`, { mode: 0o600 });
  const child = startChild({
    name: 'Redis',
    command: program,
    args: [
      ...[configFile, '--port', String(port), '--dir', dir],
      ...(password === '' ? [] : ['--include', secrets]),
      ...args,
    ],
    cwd: dir,
    env: { ...process.env, ...options.env },
    logFile,
    lock: options.lock,
  });
  await waitUntil(child, () => answersPing(port, password), loadingMs);
  return { child, url: `redis://${password && `:${password}@`}127.0.0.1:${port}` };
}

/** True if a Redis on this port of 127.0.0.1 answers PONG within a second. */
function answersPing(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    let heard = '';
    const login = password && `AUTH ${password}\r\n`;
    const socket = connect(port, '127.0.0.1', () => socket.write(`${login}PING\r\n`));
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => settle(false));
    socket.once('error', () => settle(false));
    socket.on('data', (data) => {
      heard += data;
      if (/^(\+PONG|-)/m.test(heard)) settle(heard.includes('+PONG'));
    });
  });
}
