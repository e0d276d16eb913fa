import { join } from 'node:path';
import type { RecordedEvent } from '@karigar/events';
import { prepareServer, type ServerProcess } from '../cluster/killable.ts';
import { type Link, openLink } from '../cluster/link.ts';
import { readEvents } from '../measuring/log-events.ts';
import { demoIdentity, simulatorKeys, unlimited } from '../stack/demo-environment.ts';
import { memoryDir } from '../stack/memory-dir.ts';
import { openWhole, type Whole } from '../stack/open-whole.ts';
import { ownFolder } from '../stack/own-folder.ts';
import { builtPwa } from '../stack/places.ts';
import { startRedis } from '../stack/redis.ts';

/** A shop with a Redis of its own and two servers: one that a test kills or stops, and one that always answers. */
export interface KillableShop {
  /** The server that a test kills or stops; its way to Redis leads through `link`. */
  server: ServerProcess;
  link: Link;
  /** A second server over the same Redis, never touched. */
  witnessUrl: string;
  /** Every event of the log, oldest first. */
  events(): Promise<RecordedEvent[]>;
}

/**
 * Opens the shop; accounts and cards are those of the shop that runs at `neighbour`. Throws, with everything stopped
 * again, when a part does not start.
 */
export function openKillableShop(neighbour: string): Promise<Whole<KillableShop>> {
  return openWhole(async (undo) => {
    const { dir: dataDir, logFile } = ownFolder(undo, 'karigar-killable-', memoryDir() ?? undefined);
    const redis = await startRedis({ dir: join(dataDir, 'redis'), logFile: logFile('redis') });
    undo.defer(() => redis.child.stop(1000));
    const link = await openLink(Number(new URL(redis.url).port));
    undo.defer(() => link.close());
    const start = async (name: string, redisUrl: string) => {
      const env = {
        ...(process.env as Record<string, string>),
        ...simulatorKeys,
        PWA_DIST: builtPwa,
        DATA_DIR: dataDir,
        // A shop passes the paths of emulator and simulator through, so its address serves as theirs.
        ...demoIdentity(new URL(neighbour).host),
        SIMULATOR_URL: `${neighbour}/simulator`,
        ...unlimited,
        REDIS_URL: redisUrl,
      };
      const server = await prepareServer({ env: () => env, logFile: logFile(name) });
      undo.defer(() => server.stop());
      await server.start();
      return server;
    };
    const { url: witnessUrl } = await start('witness', redis.url);
    const server = await start('server', `redis://${link.address}`);
    return { server, link, witnessUrl, events: () => readEvents(redis.url) };
  });
}
