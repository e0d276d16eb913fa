import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A real Redis of one's own, for tests. */
export interface TestRedis {
  url: string;
  port: number;
  /** Folder of the append-only file. */
  dir: string;
  /** Ends the server without any goodbye (SIGKILL), as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data, ending it by SIGKILL first if it still runs. */
  restart(): Promise<void>;
  /** Freezes the process (SIGSTOP): connections stay open, nothing answers. */
  pause(): void;
  /** Lets a frozen process go on. */
  resume(): void;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

const patienceMs = 60_000;

/**
 * A port that nobody listens on. It lies below those that the system gives to outgoing connections, so that no connection of
 * another test takes it while its Redis restarts.
 */
export async function freePort(): Promise<number> {
  const port = 12_000 + Math.floor(Math.random() * 20_000);
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!free) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Resolves with the beginning of Redis's answer to a command, or null when nobody answers properly. */
function say(port: number, command: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (answer: string | null): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => end(null));
    socket.once('error', () => end(null));
    socket.once('data', (data) => end(data.toString()));
    socket.once('connect', () => socket.write(`${command}\r\n`));
  });
}

async function launch(port: number, dir: string, extra: readonly string[]): Promise<ChildProcess> {
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dir, '--save', ''];
  const forTests = [
    '--repl-diskless-sync-delay',
    '0',
    '--repl-timeout',
    '20',
    '--enable-debug-command',
    'local',
  ];
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'];
  const child = spawn('redis-server', [...settings, ...durable, ...forTests, ...extra], { stdio: 'ignore' });
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  const until = Date.now() + patienceMs;
  while (Date.now() < until) {
    if (failure !== null) throw failure;
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
    // One with users asks for a password first.
    if (/^(\+PONG|-NOAUTH)/.test((await say(port, 'PING')) ?? '')) return child;
    await delay(20);
  }
  child.kill('SIGKILL');
  throw new Error('redis-server did not answer in time');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/**
 * Starts a real redis-server on a free port of 127.0.0.1 with `appendonly yes` and `appendfsync always` in a new folder
 * under the system's temporary directory. `extra` are further settings, such as `['--maxmemory', '20mb']`.
 */
export async function startRedis(extra: readonly string[] = []): Promise<TestRedis> {
  const dir = await mkdtemp(join(tmpdir(), 'karigar-redis-'));
  let port = 0;
  let child: ChildProcess | null = null;
  // Another process may take the port between the question and the start; three tries make that harmless.
  for (let attempt = 1; child === null; attempt += 1) {
    port = await freePort();
    child = await launch(port, dir, extra).catch((error: unknown) => {
      if (attempt >= 3) throw error;
      return null;
    });
  }
  let current = child;
  // A test run that dies must not leave its server behind.
  const farewell = (): void => {
    current.kill('SIGKILL');
  };
  process.once('exit', farewell);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    dir,
    kill: () => end(current),
    restart: async () => {
      await end(current);
      current = await launch(port, dir, extra);
    },
    pause: () => {
      current.kill('SIGSTOP');
    },
    resume: () => {
      current.kill('SIGCONT');
    },
    stop: async () => {
      process.off('exit', farewell);
      await end(current);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Starts a replica of another Redis, with the same settings; resolves when it has everything that the other one holds. */
export async function startReplica(of: TestRedis): Promise<TestRedis> {
  const replica = await startRedis(['--replicaof', '127.0.0.1', String(of.port)]);
  const until = Date.now() + patienceMs;
  while (Date.now() < until) {
    if ((await say(replica.port, 'INFO replication'))?.includes('master_link_status:up') === true)
      return replica;
    await delay(20);
  }
  await replica.stop();
  throw new Error('The replica did not reach its primary in time');
}
