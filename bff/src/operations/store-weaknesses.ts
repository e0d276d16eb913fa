import type { OrderLog } from '@karigar/events';
import { replicaSettings } from './replica-settings.ts';

/** A setting of Redis, what it must be, and what is lost otherwise. */
const promised: readonly (readonly [name: string, fits: (value: string) => boolean, otherwise: string])[] = [
  ['appendonly', is('yes'), 'appendonly is not yes: orders are lost when Redis restarts'],
  [
    'appendfsync',
    is('always'),
    'appendfsync is not always: orders of the last second can be lost in a crash',
  ],
  [
    'no-appendfsync-on-rewrite',
    is('no'),
    'no-appendfsync-on-rewrite is not no: orders that come while the file is rewritten can be lost in a crash',
  ],
  [
    'aof-load-truncated',
    is('yes'),
    'aof-load-truncated is not yes: Redis does not start after a power cut in the middle of a write',
  ],
  [
    'auto-aof-rewrite-percentage',
    isNot('0'),
    'auto-aof-rewrite-percentage is 0: the file grows until the disk is full, and then Redis stops',
  ],
  ['save', is(''), 'save is not empty: a copy that cannot be written makes Redis refuse orders'],
  ['maxmemory', isNot('0'), 'maxmemory is not set: the system may end Redis when its memory is full'],
  ['maxmemory-policy', is('noeviction'), 'maxmemory-policy is not noeviction: Redis may throw orders away'],
  ['timeout', is('0'), 'timeout is not 0: live updates are cut off while nothing happens'],
];

function is(wanted: string): (value: string) => boolean {
  return (value) => value === wanted;
}
function isNot(unwanted: string): (value: string) => boolean {
  return (value) => value !== unwanted;
}

const oldestVersion = 7;

/**
 * Says in plain sentences where the store promises less than the shop does; empty when all is well. A store that does not
 * tell its settings, as hosted ones do, is named too. Throws `LogUnavailableError` when Redis is away.
 * @param replicas how many replicas are waited for
 */
export async function storeWeaknesses(log: OrderLog, replicas = 0): Promise<string[]> {
  const info = await log.redis.run((connection) => connection.info());
  const version = /^redis_version:(\d+)/m.exec(info)?.[1];
  const weaknesses: string[] = [];
  if (version === undefined || Number(version) < oldestVersion)
    weaknesses.push(`Redis ${version ?? 'of unknown version'} is older than ${oldestVersion}`);
  if (!/^role:master\r?$/m.test(info)) weaknesses.push('This Redis is a replica: it takes no orders');
  const connected = Number(/^connected_slaves:(\d+)/m.exec(info)?.[1] ?? 0);
  if (connected < replicas)
    weaknesses.push(
      `REPLICAS is ${replicas}, and ${connected} ${connected === 1 ? 'is' : 'are'} connected: no order is acknowledged`,
    );
  const watched = await log.primary.watchedReplicas();
  if (watched !== null && replicas < watched)
    weaknesses.push(
      `REPLICAS is ${replicas}, and the Sentinels know ${watched}: they may promote one that was not waited for, and lose orders`,
    );
  const settings = await log.redis
    .run((connection) => connection.configGet(promised.map(([name]) => name)))
    .catch(() => null);
  if (settings === null)
    return [...weaknesses, 'Redis does not tell its settings: check its durability by hand'];
  for (const [name, fits, otherwise] of promised) {
    const value = settings[name];
    if (value === undefined || !fits(value)) weaknesses.push(otherwise);
  }
  return replicas === 0 ? weaknesses : [...weaknesses, ...(await replicaWeaknesses(log))];
}

/** What makes the word of a replica worth more than its memory. */
const flushing = promised.slice(0, 3);

async function replicaWeaknesses({ primary }: OrderLog): Promise<string[]> {
  const found = await replicaSettings(
    primary,
    flushing.map(([name]) => name),
  );
  return found.flatMap(({ address, settings }) => {
    if (settings === null)
      return [`Replica ${address} does not tell its settings: check its durability by hand`];
    return flushing
      .filter(([name, fits]) => !fits(settings[name] ?? ''))
      .map(
        ([name]) =>
          `Replica ${address}: ${name} is ${settings[name]}, so what it confirms may not be on its disk`,
      );
  });
}
