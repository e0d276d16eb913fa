import type { OrderLog } from '@karigar/events';

/** A setting of Redis that must have a certain value, and what is lost without it. */
const promised = [
  ['appendonly', 'yes', 'appendonly is not yes: orders are lost when Redis restarts'],
  ['appendfsync', 'always', 'appendfsync is not always: orders of the last second can be lost in a crash'],
  ['maxmemory-policy', 'noeviction', 'maxmemory-policy is not noeviction: Redis may throw orders away'],
] as const;

const oldestVersion = 7;

/**
 * Says in plain sentences where the store promises less than the shop does; empty when all is well. A store that does not
 * tell its settings, as hosted ones do, is named too. Throws `LogUnavailableError` when Redis is away.
 */
export async function storeWeaknesses(log: OrderLog): Promise<string[]> {
  const info = await log.redis.run((connection) => connection.info('server'));
  const version = /^redis_version:(\d+)/m.exec(info)?.[1];
  const weaknesses: string[] = [];
  if (version === undefined || Number(version) < oldestVersion)
    weaknesses.push(`Redis ${version ?? 'of unknown version'} is older than ${oldestVersion}`);
  const settings = await log.redis
    .run((connection) => connection.configGet(promised.map(([name]) => name)))
    .catch(() => null);
  if (settings === null)
    return [...weaknesses, 'Redis does not tell its settings: check its durability by hand'];
  for (const [name, value, weakness] of promised) if (settings[name] !== value) weaknesses.push(weakness);
  return weaknesses;
}
