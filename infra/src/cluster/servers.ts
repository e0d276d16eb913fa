import { startBff } from '../stack/bff.ts';
import type { Child } from '../stack/child.ts';
import { freePort } from '../stack/free-port.ts';
import { eventually } from './until.ts';

/** One server process of several over the same log. */
export interface ServerProcess {
  url: string;
  /** `host:port`, as the proxy in front is told. */
  address: string;
  /** Starts it, or starts it again at the same address; settles when it is ready. */
  start(): Promise<void>;
  /** Sends a signal to it; SIGKILL and SIGTERM settle when it is gone. */
  signal(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  stop(): Promise<void>;
}

/** Chooses an address for a server; what `env` gives is its environment from each start on. */
export async function prepareServer(options: {
  env: () => Record<string, string>;
  logFile: string;
}): Promise<ServerProcess> {
  const host = '127.0.0.1';
  const port = await freePort();
  let child: Child | null = null;
  return {
    url: `http://${host}:${port}`,
    address: `${host}:${port}`,
    async start() {
      const { env, logFile } = options;
      // A server that does not find its Redis ends itself, and a supervisor starts it again.
      child = await eventually(() => startBff({ host, port, env: env(), logFile, watch: false }));
    },
    async signal(signal) {
      if (child === null) throw new Error('The server was not started');
      child.kill(signal);
      if (signal === 'SIGKILL' || signal === 'SIGTERM') await child.ended;
    },
    async stop() {
      // A stopped process hears no other signal than SIGKILL.
      child?.kill('SIGCONT');
      await child?.stop(2_000);
    },
  };
}
