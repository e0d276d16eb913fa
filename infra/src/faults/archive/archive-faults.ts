import { renameSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { redisKeys } from '@karigar/events';
import { prepareRedis, type RedisProcess } from '../../cluster/killable.ts';
import { until } from '../../cluster/until.ts';
import { readEvents } from '../../measuring/log-events.ts';
import { askRedis } from '../../stack/redis.ts';
import type { Aftermath, LoggedEvent } from '../history.ts';
import { archiverFaults } from './archiver-faults.ts';
import { damageFaults } from './damage-faults.ts';
import {
  type ArchiveFault,
  firstDifference,
  type LabArchive,
  lastLines,
  needs,
  readWitness,
  wrong,
} from './lab-archive.ts';
import { storageFaults } from './storage-faults.ts';

const lossFault: ArchiveFault = {
  name: 'Redis lost with its disk, restored from the archive',
  rounds: 3,
  needs: needs.oneArchiver,
  async inject(lab, { random, struck, found, lost }) {
    const { redis, orders, s3, witness, excuses } = lab;
    // Buyers need some time, so that orders older than the lag are there to be lost.
    await until('something is archived', async () => (await archivedTo(redis)) > 0);
    await pause(2_000 + random.whole(0, 2_000));
    struck();
    const lostAt = Date.now();
    await redis.signal('SIGKILL');
    // Only the judge looks at the lost disk.
    const aside = `${redis.dir}-lost`;
    renameSync(redis.dir, aside);
    const before = await onLostDisk(lab, aside);
    for (const [seq, event] of before.witness) witness.set(seq, event);
    await redis.start();
    const run = await orders(['import', s3.address('shop'), '--yes', '--why', 'lost', '--json']);
    if (run.code !== 0) found(wrong(`restore: ${lastLines(run.output)}`));
    const end = Number(/"head":\{"seq":(\d+)/.exec(run.output)?.[1]);
    const difference = firstDifference(before.witness, await readWitness(redis), end);
    if (difference !== null) found(wrong(`event ${difference} is restored otherwise than it was`));
    for (const seq of witness.keys()) if (seq > end) witness.delete(seq);
    const missing = before.events.filter(({ seq }) => seq > end);
    const [first] = missing;
    const ageMs = first === undefined ? 0 : lostAt - first.ts;
    // How old it may be is for the report to judge; what was said to be archived is there on any machine.
    if (!(end >= before.archived))
      found({
        kind: 'lost',
        what: `event ${before.archived} was said to be archived, ${end} is the last one there`,
      });
    lost({ ageMs, from: end + 1, to: before.events.at(-1)?.seq ?? 0 });
    excuses.push((left) => withoutLost(left, missing));
  },
};

/** Reads which event the archive was said to hold last; NaN while it holds none. */
const archivedTo = ({ address }: RedisProcess): Promise<number> =>
  askRedis(address, 'GET', redisKeys.follower('archive')).then((text) => JSON.parse(text)?.seq ?? Number.NaN);

/** Reads everything that the lost disk holds, in a Redis of its own, and removes it. */
async function onLostDisk({ dataDir }: LabArchive, dir: string) {
  const redis = await prepareRedis({ dir, logFile: `${dataDir}/logs/lost-disk.log` });
  try {
    await redis.start();
    const archived = await archivedTo(redis);
    return { archived, witness: await readWitness(redis), events: await readEvents(redis.url) };
  } finally {
    await redis.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Takes back what the buyers were told of events that are known to be lost. */
function withoutLost(left: Aftermath, missing: readonly LoggedEvent[]): Aftermath {
  const keys = new Set(missing.map(({ correlationId }) => correlationId));
  const orders = new Set(missing.map(({ subject }) => subject));
  const entries = left.entries.map((entry) => {
    const isLost = entry.op === 'place' ? keys.has(entry.key) : orders.has(entry.orderId);
    return isLost ? { ...entry, outcome: 'unknown' as const } : entry;
  });
  const paid = new Set(
    left.events.flatMap((event) => (event.type === 'order.paid' ? event.data.transactionId : [])),
  );
  // The shop may learn of such a payment again by itself; what it does not is for `payments` to name.
  const charges = left.charges.filter(
    ({ orderId, intentId }) => orderId === null || !orders.has(orderId) || paid.has(intentId),
  );
  return { ...left, entries, charges };
}

const all: readonly ArchiveFault[] = [...archiverFaults, ...storageFaults, ...damageFaults, lossFault];

/** Every fault of the archive: those that can share a shop stand together, those with a shop for each round come last. */
export const archiveFaults: readonly ArchiveFault[] = [
  ...Object.values(needs).flatMap((shop) => all.filter((fault) => fault.needs === shop)),
  ...all.filter((fault) => fault.needs.lasts === 'a round'),
];
