import { startBff } from '../stack/bff.ts';
import type { Child } from '../stack/child.ts';
import { freePort } from '../stack/free-port.ts';
import { type RedisOptions, startRedis } from '../stack/redis.ts';
import { eventually } from './until.ts';

/** A process that a harness ends, stops and starts again; nothing of the shop restarts it. */
interface Killable {
  /** Starts it, or starts it again on the data of before; settles when it answers. */
  start(): Promise<void>;
  /** Sends a signal to it; SIGKILL and SIGTERM settle when it is gone. */
  signal(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Settles when it has ended by itself. */
  ended(): Promise<void>;
  stop(): Promise<void>;
}

/** A Redis of which the shop knows only the address; `address` is `host:port`. */
export type RedisProcess = Killable & { url: string; address: string };

/** One server process of several over the same log; `address` is `host:port`, as a proxy in front is told. */
export type ServerProcess = Killable & { url: string; address: string };

const host = '127.0.0.1';

function killable(startChild: () => Promise<Child>, graceMs?: number): Killable {
  let child: Child | null = null;
  const running = () => {
    if (child === null) throw new Error('The process was not started');
    return child;
  };
  return {
    async start() {
      child = await startChild();
    },
    async signal(signal) {
      running().kill(signal);
      if (signal === 'SIGKILL' || signal === 'SIGTERM') await running().ended;
    },
    async ended() {
      await running().ended;
    },
    async stop() {
      // A stopped process hears no other signal than SIGKILL.
      child?.kill('SIGCONT');
      await child?.stop(graceMs);
    },
  };
}

/** Chooses a port for a Redis that can be ended and started again on its data. */
export async function prepareRedis(options: RedisOptions): Promise<RedisProcess> {
  const port = await freePort();
  const address = `${host}:${port}`;
  const start = async () => (await startRedis({ ...options, port })).child;
  return { url: `redis://${address}`, address, ...killable(start) };
}

/** Chooses an address for a server; what `env` gives is its environment from each start on. */
export async function prepareServer(options: {
  env: () => Record<string, string>;
  logFile: string;
}): Promise<ServerProcess> {
  const { env, logFile } = options;
  const port = await freePort();
  const address = `${host}:${port}`;
  // A server that does not find its Redis ends itself, and a supervisor starts it again.
  const start = () => eventually(() => startBff({ host, port, env: env(), logFile, watch: false }));
  return { url: `http://${address}`, address, ...killable(start, 2_000) };
}
