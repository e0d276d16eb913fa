import { join } from 'node:path';
import type { RecordedEvent } from '@karigar/events';
import { readEvents } from '../measuring/log-events.ts';
import { startBff } from '../stack/bff.ts';
import type { Child } from '../stack/child.ts';
import { demoIdentity, simulatorKeys, unlimited } from '../stack/demo-environment.ts';
import { freePorts } from '../stack/free-port.ts';
import { memoryDir } from '../stack/memory-dir.ts';
import { openWhole } from '../stack/open-whole.ts';
import { ownFolder } from '../stack/own-folder.ts';
import { builtPwa } from '../stack/places.ts';
import { startRedis } from '../stack/redis.ts';
import { type AnswerGate, startAnswerGate } from './answer-gate.ts';

/** A shop with a Redis of its own and two servers: one that a test kills or stops, and one that always answers. */
export interface KillableShop {
  /** The server that a test kills or stops; its way to Redis leads through `gate`. */
  url: string;
  /** A second server over the same Redis, never touched. */
  witnessUrl: string;
  gate: AnswerGate;
  /** Sends a signal to the server's process. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends the server at once, in the middle of whatever it does; settles when it is gone. */
  kill(): Promise<void>;
  /** Starts the server again at the same address; settles when it is ready. */
  restart(): Promise<void>;
  /** Every event of the log, oldest first. */
  events(): Promise<RecordedEvent[]>;
  close(): Promise<void>;
}

/**
 * Opens the shop; accounts and cards are those of the shop that runs at `neighbourPort`. Throws, with everything stopped
 * again, when a part does not start.
 */
export async function openKillableShop(neighbourPort: number): Promise<KillableShop> {
  return openWhole(async (undo) => {
    const { dir: dataDir, logFile } = ownFolder(undo, 'karigar-killable-', memoryDir() ?? undefined);
    const redis = await startRedis({ dir: join(dataDir, 'redis'), logFile: logFile('redis') });
    undo.defer(() => redis.child.stop(1000));
    const gate = await startAnswerGate(Number(new URL(redis.url).port));
    undo.defer(() => gate.close());
    const start = (name: string, port: number, redisUrl: string) =>
      startBff({
        host: '127.0.0.1',
        port,
        env: { ...environment(dataDir, neighbourPort), REDIS_URL: redisUrl },
        logFile: logFile(name),
        watch: false,
      });
    const [port, witnessPort] = (await freePorts(2)) as [number, number];
    let server: Child | null = null;
    const startServer = async () => {
      server = await start('server', port, `redis://127.0.0.1:${gate.port}`);
    };
    undo.defer(() => {
      // A stopped process hears no other signal than SIGKILL.
      server?.kill('SIGCONT');
      return server?.stop(1000);
    });
    const witness = await start('witness', witnessPort, redis.url);
    undo.defer(() => witness.stop(1000));
    await startServer();
    return {
      url: `http://127.0.0.1:${port}`,
      witnessUrl: `http://127.0.0.1:${witnessPort}`,
      gate,
      signal: (name) => server?.kill(name),
      async kill() {
        server?.kill('SIGKILL');
        await server?.ended;
      },
      restart: startServer,
      events: () => readEvents(redis.url),
    };
  });
}

/** Gives the environment of both servers, without their Redis. */
function environment(dataDir: string, neighbourPort: number): Record<string, string> {
  return {
    ...(process.env as Record<string, string>),
    ...simulatorKeys,
    PWA_DIST: builtPwa,
    DATA_DIR: dataDir,
    // A shop passes the paths of emulator and simulator through, so its address serves as theirs.
    ...demoIdentity(`127.0.0.1:${neighbourPort}`),
    SIMULATOR_URL: `http://127.0.0.1:${neighbourPort}/simulator`,
    ...unlimited,
  };
}
