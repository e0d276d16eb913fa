import { join } from 'node:path';
import { type ObjectStore, openObjects, openOrderLog, pastSegments } from '@karigar/events';
import { TestS3 } from '@karigar/events/s3-simulator';
import { prepareRedis, type RedisProcess } from '../../cluster/redis-process.ts';
import { prepareServer, type ServerProcess } from '../../cluster/servers.ts';
import { type OperatorRun, runOperator } from '../../measuring/operator-run.ts';
import { unlimited } from '../../stack/demo-environment.ts';
import { memoryDir } from '../../stack/memory-dir.ts';
import { openWhole } from '../../stack/open-whole.ts';
import { startOutsideServices } from '../../stack/outside-services.ts';
import { ownFolder } from '../../stack/own-folder.ts';
import { builtPwa } from '../../stack/places.ts';
import { outsideAddresses, outsideEnvironment } from '../outside-of-shop.ts';
import { openPeople, type ShopUnderTest } from '../shop-under-test.ts';
import { busyLog } from './busy-log.ts';

/** How often the servers write the archive (s): short, so that a fault of half a minute is one of dozens of rounds. */
export const archiveSeconds = 1;

/** A shop whose objects lie in a bucket of the S3 simulator, with every process in the hands of the harness. */
export interface ArchiveEnvironment extends ShopUnderTest {
  redis: RedisProcess;
  /** The folder of its data. */
  redisDir: string;
  /** An empty Redis beside it, into which archives are restored for comparison. */
  spare: RedisProcess;
  s3: TestS3;
  /** The same bucket, as the shop uses it. */
  objects: ObjectStore;
  /** Its id: below this name its objects lie. */
  shop: string;
  /** The server that sells. */
  server: ServerProcess;
  /** Servers that nobody buys at and that write the archive; where there are none, the one that sells does. */
  archivers: readonly ServerProcess[];
  variables: Readonly<Record<string, string>>;
  /** Runs an operator's command as a process of its own, against this Redis or another. */
  orders(args: readonly string[], how?: { kill?: AbortSignal; redis?: RedisProcess }): Promise<OperatorRun>;
  close(): Promise<void>;
}

/** How an environment is opened. */
interface ArchiveEnvironmentOptions {
  buyers: number;
  archivers: number;
  /** Events that no order belongs to and that stand in the log before anybody buys. */
  events: number;
}

/** The address of a Redis of the harness. */
export const addressOf = ({ port }: Pick<RedisProcess, 'port'>): string => `redis://127.0.0.1:${port}`;

/** Starts everything and prepares people and tools. Throws, with everything stopped again, when a part does not start. */
export async function openArchiveEnvironment(
  options: ArchiveEnvironmentOptions,
): Promise<ArchiveEnvironment> {
  return openWhole(async (undo) => {
    // A killed process leaves the same in memory as on a disk, and each Redis here would have a disk of its own.
    const folder = ownFolder(undo, 'karigar-archive-', memoryDir() ?? undefined);
    const { dir: dataDir, logFile } = folder;
    const redisDir = join(dataDir, 'redis');
    const redis = await prepareRedis({ dir: redisDir, logFile: logFile('redis') });
    const spare = await prepareRedis({
      dir: join(dataDir, 'spare'),
      logFile: logFile('spare'),
      args: ['--appendonly', 'no'],
    });
    for (const one of [redis, spare]) {
      undo.defer(() => one.stop());
      await one.start();
    }
    const s3 = await TestS3.start({ folder: join(dataDir, 'bucket') });
    undo.defer(() => s3.stop());
    let env: Record<string, string> = {};
    const withArchive = (seconds: number) => () => ({ ...env, ARCHIVE_SECONDS: String(seconds) });
    const server = await prepareServer({
      env: withArchive(options.archivers > 0 ? 0 : archiveSeconds),
      logFile: logFile('server'),
    });
    const services = await startOutsideServices(undo, folder, server.url);
    const variables = s3.environment('shop');
    env = {
      ...(process.env as Record<string, string>),
      ...outsideEnvironment(services),
      PWA_DIST: builtPwa,
      DATA_DIR: dataDir,
      REDIS_URL: addressOf(redis),
      PROCESSES: String(options.archivers + 1),
      ...unlimited,
      ...variables,
    };
    undo.defer(() => server.stop());
    await server.start();
    const people = await openPeople(server.url, services.emulator.host, options.buyers);
    await busyLog(addressOf(redis), options.events);
    const archivers: ServerProcess[] = [];
    for (let at = 1; at <= options.archivers; at += 1) {
      const archiver = await prepareServer({
        env: withArchive(archiveSeconds),
        logFile: logFile(`archiver-${at}`),
      });
      undo.defer(() => archiver.stop());
      // One after the other: the first one has the lease.
      await archiver.start();
      archivers.push(archiver);
    }
    const objects = openObjects(s3.address('shop'), { credentials: s3.credentials });
    const log = await openOrderLog({ url: addressOf(redis), mustExist: true });
    const shop = await log.shop().finally(() => log.close());
    return {
      ...{ url: server.url, redisUrl: addressOf(redis), dataDir },
      ...{ redis, redisDir, spare, s3, objects, shop, server, archivers, variables },
      past: pastSegments(objects),
      ...outsideAddresses(services),
      ...people,
      orders: (args, { kill, redis: other = redis } = {}) =>
        runOperator(
          addressOf(other),
          dataDir,
          args,
          { SIMULATOR_URL: services.simulator.url, ...variables },
          kill,
        ),
    };
  });
}
