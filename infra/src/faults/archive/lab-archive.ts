import { join } from 'node:path';
import { type ObjectStore, openObjects, openOrderLog, pastSegments, redisKeys } from '@karigar/events';
import { TestS3 } from '@karigar/events/s3-simulator';
import { createClient } from 'redis';
import {
  prepareRedis,
  prepareServer,
  type RedisProcess,
  type ServerProcess,
} from '../../cluster/killable.ts';
import type { RedisNode } from '../../cluster/redis-nodes.ts';
import { type OperatorRun, runOperator } from '../../measuring/operator-run.ts';
import { memoryDir } from '../../stack/memory-dir.ts';
import { openWhole, type Whole } from '../../stack/open-whole.ts';
import { ownFolder } from '../../stack/own-folder.ts';
import { askRedis } from '../../stack/redis.ts';
import type { Finding } from '../check-history.ts';
import type { Fault, ShopNeeded } from '../fault.ts';
import type { LabShop } from '../lab-shop.ts';
import { openOneShop } from '../one-shop.ts';

/** How often the servers write the archive (s): short, so that a fault of half a minute is one of dozens of rounds. */
export const archiveSeconds = 1;

/** The events of a log as Redis holds them, by their number; one text each. */
export type Witness = Map<number, string>;

/** A shop whose objects lie in a bucket of the S3 simulator. */
export interface LabArchive extends LabShop {
  redis: RedisNode;
  /** An empty Redis beside it, into which archives are restored for comparison. */
  spare: RedisProcess;
  s3: TestS3;
  /** The events of the log until now. */
  witness: Witness;
  /** Runs an operator's command as a process of its own, against this Redis or another. */
  orders(args: readonly string[], how?: { kill?: AbortSignal; redis?: RedisProcess }): Promise<OperatorRun>;
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

const perRead = 1_000;

/** Reads every event that a Redis itself holds. */
export async function readWitness({ url }: RedisProcess): Promise<Witness> {
  const client = await createClient({ url }).connect();
  const events: Witness = new Map();
  try {
    for (let from = '-'; ; ) {
      const entries = (await client.xRange(redisKeys.events, from, '+', { COUNT: perRead })) ?? [];
      for (const { id, message } of entries) events.set(Number.parseInt(id, 10), JSON.stringify(message));
      if (entries.length < perRead) return events;
      from = `(${entries.at(-1)?.id}`;
    }
  } finally {
    client.destroy();
  }
}

/** Names the first event that two logs hold otherwise, up to `to`; null where they are the same. */
export function firstDifference(one: Witness, other: Witness, to: number): number | null {
  for (let seq = 1; seq <= to; seq += 1) if (one.get(seq) !== other.get(seq)) return seq;
  return null;
}

/** Something that is wrong with the archive. */
export const wrong = (what: string): Finding => ({ kind: 'archive', what });

/** Restores the archive into the spare Redis. Gives what the command said, and the events that are there then. */
export async function restoreIntoSpare({ spare, s3, orders }: LabArchive) {
  await askRedis(spare.address, 'FLUSHALL');
  const run = await orders(['import', s3.address('shop'), '--yes', '--why', 'test'], { redis: spare });
  return { ...run, events: await readWitness(spare) };
}

/**
 * Judges the archive when everything runs again: it reaches the end of the log by itself, nothing was missing in its middle, and a restore gives the
 * log, event for event, of which the witness tells what has left Redis. What is read of the log is added to the witness.
 */
async function judgeArchive(lab: LabArchive): Promise<Finding[]> {
  const { witness } = lab;
  const log = await readWitness(lab.redis);
  for (const [seq, event] of log) witness.set(seq, event);
  const end = Math.max(...log.keys());
  const archived = await lab.orders(['archive', '--check']);
  if (archived.code !== 0) return [wrong(`archive --check: ${lastLines(archived.output)}`)];
  if (archived.output.includes('written again'))
    return [wrong(`not whole by itself: ${lastLines(archived.output)}`)];
  const restored = await restoreIntoSpare(lab);
  if (restored.code !== 0) return [wrong(`restore: ${lastLines(restored.output)}`)];
  const difference = firstDifference(witness, restored.events, end);
  return difference === null ? [] : [wrong(`event ${difference} is restored otherwise than it was`)];
}

/** The end of what a command printed, in one line. */
export const lastLines = (output: string): string =>
  output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-6)
    .join(' | ');
