import { join } from 'node:path';
import { type ObjectStore, openObjects, openOrderLog, pastSegments, redisKeys } from '@karigar/events';
import { TestS3 } from '@karigar/events/s3-simulator';
import { prepareRedis, prepareServer, type ServerProcess } from '../../cluster/killable.ts';
import type { RedisNode } from '../../cluster/redis-nodes.ts';
import { runOperator } from '../../measuring/operator-run.ts';
import { memoryDir } from '../../stack/memory-dir.ts';
import { openWhole, type Whole } from '../../stack/open-whole.ts';
import { ownFolder } from '../../stack/own-folder.ts';
import type { Fault, ShopNeeded } from '../fault.ts';
import type { LabShop } from '../lab-shop.ts';
import { openOneShop } from '../one-shop.ts';
import { type ArchivedShop, judgeArchive } from './judge-archive.ts';

/** How often the servers write the archive (s): short, so that a fault of half a minute is one of dozens of rounds. */
export const archiveSeconds = 1;

/** A shop whose objects lie in a bucket of the S3 simulator. */
export interface LabArchive extends LabShop, ArchivedShop {
  redis: RedisNode;
  /** The bucket, as the shop uses it. */
  objects: ObjectStore;
  /** The id of the shop: below this name its objects lie. */
  shop: string;
  /** Servers without buyers that write the archive; where there are none, the one that sells does. */
  archivers: readonly ServerProcess[];
  /** Writes about so many events that no order belongs to. */
  busy(events: number): Promise<void>;
}

/** One kind of harm to the archive. */
export type ArchiveFault = Fault<LabArchive>;

/** How a shop with an archive is opened. */
interface ArchivePlan {
  buyers?: number;
  archivers: number;
  /** Events that no order belongs to and that stand in the log before anybody buys. */
  events?: number;
}

const needsArchivers = (archivers: number): ShopNeeded<LabArchive> => ({
  lasts: 'many faults',
  open: () => openLabArchive({ archivers }),
});

/** Shops for faults one after the other. Without an archiver, what happens to the storage happens to the server that sells. */
export const needs = {
  noArchiver: needsArchivers(0),
  oneArchiver: needsArchivers(1),
  twoArchivers: needsArchivers(2),
};

/** Starts everything and prepares people and tools. Throws, with everything stopped again, when a part does not start. */
export function openLabArchive({
  buyers = 6,
  archivers: count,
  events = 1_500,
}: ArchivePlan): Promise<Whole<LabArchive>> {
  return openWhole(async (undo) => {
    // A killed process leaves the same in memory as on a disk, and each Redis here would have a disk of its own.
    const parent = memoryDir() ?? undefined;
    const { dir, logFile } = ownFolder(undo, 'karigar-archive-', parent);
    const s3 = await TestS3.start();
    undo.defer(() => s3.stop());
    const variables = s3.environment('shop');
    const archiving = { ...variables, ARCHIVE_SECONDS: String(archiveSeconds) };
    const one = await openOneShop({
      buyers,
      parent,
      env: { ...archiving, PROCESSES: String(count + 1), ...(count > 0 && { ARCHIVE_SECONDS: '0' }) },
    });
    undo.use(one);
    const { redis, redisUrl, dataDir, simulatorUrl } = one;
    const spare = await prepareRedis({
      dir: join(dir, 'spare'),
      logFile: logFile('spare'),
      args: ['--appendonly', 'no'],
    });
    undo.defer(() => spare.stop());
    await spare.start();
    const busy = (more: number) => writeEvents(redisUrl, more);
    await busy(events);
    const archivers: ServerProcess[] = [];
    for (let at = 1; at <= count; at += 1) {
      const env = () => ({ ...one.environment, ...archiving });
      const archiver = await prepareServer({ env, logFile: logFile(`archiver-${at}`) });
      undo.defer(() => archiver.stop());
      // One after the other: the first one has the lease.
      await archiver.start();
      archivers.push(archiver);
    }
    const objects = openObjects(s3.address('shop'), { credentials: s3.credentials });
    const log = await openOrderLog({ url: redisUrl, mustExist: true });
    const shop = await log.shop().finally(() => log.close());
    const lab: LabArchive = {
      ...one,
      ...{ spare, s3, objects, shop, archivers, variables, busy },
      past: pastSegments(objects),
      witness: new Map(),
      orders: (args, { kill, redis: { url } = redis } = {}) =>
        runOperator(url, dataDir, args, { SIMULATOR_URL: simulatorUrl, ...variables }, kill),
      look: async () => ({ findings: await judgeArchive(lab) }),
    };
    return lab;
  });
}

const atOnce = 100;
const origin = { actor: 'system:harness', correlationId: 'harness' };

/**
 * Writes about so many events that no order belongs to, and a note: the log grows over the borders of its segments quicker than by buyers alone,
 * and a record changes.
 */
async function writeEvents(redisUrl: string, events: number): Promise<void> {
  const log = await openOrderLog({ url: redisUrl, name: 'harness', commandTimeoutMs: 30_000 });
  try {
    for (let done = 0; done < events; done += atOnce)
      await Promise.all(
        Array.from({ length: atOnce }, (_, n) =>
          log.setStock({ toolId: `other-${n}`, set: Math.floor(Math.random() * 1e9), ...origin }),
        ),
      );
    await log.redis.run((connection) => connection.xAdd(redisKeys.ops, '*', { kind: 'note' }));
  } finally {
    await log.close();
  }
}
