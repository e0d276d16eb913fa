import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openScan, type Scan } from '@karigar/events';
import { OperatorError } from './operator-error.ts';

/** A Redis of a command alone, which keeps nothing on disk. */
interface ThrowawayRedis {
  readonly url: string;
  readonly store: Scan;
  /** Ends it; what it held is gone. */
  stop(): Promise<void>;
}

/** It begins empty, so that it answers at once; a loaded machine may take its time. */
const startsWithinMs = 30_000;

/** Finds a port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Starts such a Redis, which answers this machine alone, and only with its password. Throws `OperatorError` where none is installed. */
export async function startThrowawayRedis(signal: AbortSignal): Promise<ThrowawayRedis> {
  const program = findProgram(['redis-server', 'valkey-server']);
  if (program === null)
    throw new OperatorError(
      'Neither redis-server nor valkey-server is installed on this machine, and the shop as it was needs one of its own: sudo apt-get install -y redis-server',
    );
  const dir = await mkdtemp(join(tmpdir(), 'karigar-as-it-was-'));
  const port = await freePort();
  const password = randomBytes(24).toString('hex');
  // Without a terminal's Ctrl-C: the command ends it when the server is done.
  const child = spawn(program, ['-'], { stdio: ['pipe', 'ignore', 'ignore'], cwd: dir, detached: true });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  failed.catch(() => undefined);
  // By its input, because the arguments of a program can be read by everybody on the machine.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(
    `port ${port}\nbind 127.0.0.1\nrequirepass ${password}\nsave ""\nappendonly no\ndir ${dir}\nmaxmemory-policy noeviction\n`,
  );
  const farewell = () => child.kill('SIGKILL');
  process.once('exit', farewell);
  const end = async () => {
    process.off('exit', farewell);
    await ended(child);
    await rm(dir, { recursive: true, force: true });
  };
  const url = `redis://:${password}@127.0.0.1:${port}`;
  try {
    const store = await Promise.race([connect(url, child, signal), failed]);
    return {
      url,
      store,
      async stop() {
        await store.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function connect(url: string, child: ChildProcess, signal: AbortSignal): Promise<Scan> {
  const until = Date.now() + startsWithinMs;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await openScan(url, 'karigar-as-it-was', { signal });
    } catch (error) {
      if (child.exitCode !== null || Date.now() > until) throw error;
      await delay(50, undefined, { signal });
    }
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

function findProgram(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => mayRun(path)) ?? null;
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
