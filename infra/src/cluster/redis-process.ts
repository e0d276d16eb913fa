import type { Child } from '../stack/child.ts';
import { freePort } from '../stack/free-port.ts';
import { type RedisOptions, startRedis } from '../stack/redis.ts';

/** The harness's own Redis: the shop knows only its address, so nothing of the shop restarts it. */
export interface RedisProcess {
  port: number;
  /** Starts it, or starts it again on the data of before; settles when it answers. */
  start(): Promise<void>;
  /** Sends a signal to it; SIGKILL and SIGTERM settle when it is gone. */
  signal(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Settles when it has ended by itself. */
  ended(): Promise<void>;
  stop(): Promise<void>;
}

/** Prepares a Redis that can be ended and started again on its data. */
export async function prepareRedis(options: RedisOptions): Promise<RedisProcess> {
  const port = await freePort();
  let child: Child | null = null;
  const running = () => {
    if (child === null) throw new Error('Redis was not started');
    return child;
  };
  return {
    port,
    async start() {
      child = (await startRedis({ ...options, port })).child;
    },
    async signal(signal) {
      running().kill(signal);
      if (signal === 'SIGKILL' || signal === 'SIGTERM') await running().ended;
    },
    async ended() {
      await running().ended;
    },
    async stop() {
      child?.kill('SIGCONT');
      await child?.stop();
    },
  };
}
