import { redisKeys } from '@karigar/events';
import { askRedis, replicationField } from '../../cluster/ask-redis.ts';
import { type RedisNode, untilLinked } from '../../cluster/redis-nodes.ts';
import { until } from '../../cluster/until.ts';
import type { ClusterEnvironment } from './cluster-environment.ts';

/** The primary and its two replicas. */
interface Roles {
  readonly primary: RedisNode;
  readonly replicas: readonly [RedisNode, RedisNode];
}

/** Finds who is the primary now: as Sentinels say, or by role and epoch. Throws when no node is. */
export async function rolesNow(environment: ClusterEnvironment): Promise<Roles> {
  const { nodes, sentinels } = environment;
  const told = await sentinels?.primary();
  const epochs = await Promise.all(nodes.map(epochOfPrimary));
  const highest = Math.max(...epochs);
  const primary = nodes.find((node, at) =>
    told === undefined ? epochs[at] === highest && highest >= 0 : node.link.address === told,
  );
  if (primary === undefined) throw new Error('No node is the primary');
  const [one, other] = nodes.filter((node) => node !== primary) as [RedisNode, RedisNode];
  return { primary, replicas: [one, other] };
}

/** The epoch of a primary that answers; -1 for every other node. */
async function epochOfPrimary({ directAddress }: RedisNode): Promise<number> {
  try {
    if ((await replicationField(directAddress, 'role')) !== 'master') return -1;
    return Number(
      await askRedis(directAddress, 'HGET', redisKeys.meta, 'epoch').then((text) =>
        text === 'null' ? 0 : text,
      ),
    );
  } catch {
    return -1;
  }
}

/** Settles when Sentinels have made another node than `old` the primary. */
export async function untilFailover({ sentinels, nodes }: ClusterEnvironment, old: RedisNode): Promise<void> {
  await until('Sentinels have promoted a replica', async () => {
    const told = await sentinels?.primary();
    const node = nodes.find(({ link }) => link.address === told);
    return (
      node !== undefined && node !== old && (await replicationField(node.directAddress, 'role')) === 'master'
    );
  });
}

/** Settles when a node that was a primary has been made a replica, and has everything. */
export async function untilReplica(node: RedisNode): Promise<void> {
  await until(
    `${node.name} is a replica`,
    async () => (await replicationField(node.directAddress, 'role')) === 'slave',
    120_000,
  );
  await untilLinked(node);
}
