import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, startChild } from '../stack/child.ts';
import { freePort } from '../stack/free-port.ts';
import { findProgram, projectRoot } from '../stack/places.ts';
import { answersPing } from '../stack/redis.ts';
import { waitUntil } from '../stack/wait-until.ts';

/** The harness's own Redis: the shop knows only its address, so nothing of the shop restarts it. */
export interface RedisProcess {
  readonly port: number;
  /** Starts it, or starts it again on the data of before; settles when it answers. */
  start(): Promise<void>;
  /** Sends a signal to it; SIGKILL settles when it is gone. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Settles when it has ended by itself. */
  ended(): Promise<void>;
  stop(): Promise<void>;
  readonly pid: number;
}

/** Prepares a Redis with the project's own settings in `dir`; `env` is put over this process's environment. */
export async function prepareRedis(options: {
  dir: string;
  logFile: string;
  env?: Record<string, string>;
}): Promise<RedisProcess> {
  const program = findProgram(['redis-server', 'valkey-server']);
  if (program === null) throw new Error('Neither redis-server nor valkey-server is installed');
  mkdirSync(options.dir, { recursive: true });
  const port = await freePort();
  let child: Child | null = null;
  const running = () => {
    if (child === null) throw new Error('Redis was not started');
    return child;
  };
  return {
    port,
    async start() {
      const started = startChild({
        name: 'Redis',
        command: program,
        args: [join(projectRoot, 'infra', 'redis.conf'), '--port', String(port), '--dir', options.dir],
        cwd: options.dir,
        env: { ...process.env, ...options.env },
        logFile: options.logFile,
      });
      child = started;
      await waitUntil(started, () => answersPing(port), 120_000);
    },
    async signal(signal) {
      running().kill(signal);
      if (signal === 'SIGKILL') await running().ended;
    },
    async ended() {
      await running().ended;
    },
    async stop() {
      child?.kill('SIGCONT');
      await child?.stop();
    },
    get pid() {
      return running().pid;
    },
  };
}
