import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from 'redis';
import type { Child } from './child.ts';
import { freePort } from './free-port.ts';
import { needProgram, projectRoot } from './places.ts';
import { startPart } from './start-part.ts';

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
  const command = needProgram(['redis-server', 'valkey-server']);
  mkdirSync(dir, { recursive: true });
  const port = options.port ?? (await freePort());
  const address = `${password && `:${password}@`}127.0.0.1:${port}`;
  // In a file, because every user of the machine sees the arguments of a program.
  const secrets = join(dir, 'password.conf');
  if (password !== '') writeFileSync(secrets, `requirepass ${password}\n`, { mode: 0o600 });
  const child = await startPart({
    name: 'Redis',
    command,
    args: [
      ...[configFile, '--port', String(port), '--dir', dir],
      ...(password === '' ? [] : ['--include', secrets]),
      ...args,
    ],
    cwd: dir,
    env: { ...process.env, ...options.env },
    logFile,
    lock: options.lock,
    answers: async () => (await askRedis(address, 'PING')) === 'PONG',
    // Loading a large log takes its time: until then Redis answers LOADING.
    limitMs: 300_000,
  });
  return { child, url: `redis://${address}` };
}

const answerMs = 2_000;

/**
 * Says one command to the Redis or Sentinel at `address` (`host:port`, or with a login before it) on a connection of its own, and gives its answer as a text; an
 * array becomes its parts with spaces between. Throws what it answers with an error, and when no answer comes within two seconds.
 */
export async function askRedis(address: string, ...words: string[]): Promise<string> {
  const client = createClient({
    url: `redis://${address}`,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: false, connectTimeout: answerMs, socketTimeout: answerMs },
  });
  // The call itself rejects; without a listener the error would end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer = await client.sendCommand(words);
    return Array.isArray(answer) ? answer.join(' ') : String(answer);
  } finally {
    if (client.isOpen) client.destroy();
  }
}
