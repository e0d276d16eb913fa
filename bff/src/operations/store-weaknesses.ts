import { addressAt, type OrderLog, visit } from '@karigar/events';
import { redisStateOf } from './redis-state.ts';

/** By setting of Redis: what it must be, `!` before what it must not be, and what is lost otherwise. */
const promised: readonly (readonly [name: string, wanted: string, otherwise: string])[] = [
  ['appendonly', 'yes', 'appendonly is not yes: orders are lost when Redis restarts'],
  ['appendfsync', 'always', 'appendfsync is not always: orders of the last second can be lost in a crash'],
  [
    'no-appendfsync-on-rewrite',
    'no',
    'no-appendfsync-on-rewrite is not no: orders that come while the file is rewritten can be lost in a crash',
  ],
  [
    'aof-load-truncated',
    'yes',
    'aof-load-truncated is not yes: Redis does not start after a power cut in the middle of a write',
  ],
  [
    'auto-aof-rewrite-percentage',
    '!0',
    'auto-aof-rewrite-percentage is 0: the file grows until the disk is full, and then Redis stops',
  ],
  ['save', '', 'save is not empty: a copy that cannot be written makes Redis refuse orders'],
  ['maxmemory', '!0', 'maxmemory is not set: the system may end Redis when its memory is full'],
  ['maxmemory-policy', 'noeviction', 'maxmemory-policy is not noeviction: Redis may throw orders away'],
  ['timeout', '0', 'timeout is not 0: live updates are cut off while nothing happens'],
];
/** What makes the word of a replica worth more than its memory. */
const flushing = promised.slice(0, 3);

type Settings = Readonly<Record<string, string>>;
const unfit = (settings: Settings, of: typeof promised) =>
  of.filter(([name, wanted]) => {
    const value = settings[name];
    return wanted.startsWith('!') ? (value ?? '0') === wanted.slice(1) : value !== wanted;
  });
const namesOf = (of: typeof promised) => of.map(([name]) => name);

const oldestVersion = 7;
/** How long one Redis may take to answer (ms). */
const answerMs = 2_000;

/**
 * Says in plain sentences where the store promises less than the shop does; empty when all is well. A store that does not
 * tell its settings, as hosted ones do, is named too. Throws `LogUnavailableError` when Redis is away.
 * @param wanted how many replicas are waited for
 */
export async function storeWeaknesses({ redis, primary }: OrderLog, wanted = 0): Promise<string[]> {
  const info = await redis.run((connection) => connection.info());
  const { isPrimary, replicas } = redisStateOf(info);
  const version = /^redis_version:(\d+)/m.exec(info)?.[1];
  const weaknesses: string[] = [];
  if (version === undefined || Number(version) < oldestVersion)
    weaknesses.push(`Redis ${version ?? 'of unknown version'} is older than ${oldestVersion}`);
  if (!isPrimary) weaknesses.push('This Redis is a replica: it takes no orders');
  const connected = `${replicas.length} ${replicas.length === 1 ? 'is' : 'are'} connected`;
  if (replicas.length < wanted)
    weaknesses.push(`REPLICAS is ${wanted}, and ${connected}: no order is acknowledged`);
  const watched = await primary.watchedReplicas();
  if (watched !== null && wanted < watched)
    weaknesses.push(
      `REPLICAS is ${wanted}, and the Sentinels know ${watched}: they may promote one that was not waited for, and lose orders`,
    );
  const settings = await redis.run((connection) => connection.configGet(namesOf(promised))).catch(() => null);
  if (settings === null)
    return [...weaknesses, 'Redis does not tell its settings: check its durability by hand'];
  weaknesses.push(...unfit(settings, promised).map(([, , otherwise]) => otherwise));
  if (wanted === 0) return weaknesses;
  const { url } = await primary.locate();
  const ofReplicas = replicas.map(async ({ address }) => {
    const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(address) ?? [];
    const own = await visit(addressAt(url, host, port), answerMs, (connection) =>
      connection.configGet(namesOf(flushing)),
    ).catch(() => null);
    if (own === null) return `Replica ${address} does not tell its settings: check its durability by hand`;
    return unfit(own, flushing).map(
      ([name]) => `Replica ${address}: ${name} is ${own[name]}, so what it confirms may not be on its disk`,
    );
  });
  return [...weaknesses, ...(await Promise.all(ofReplicas)).flat()];
}
