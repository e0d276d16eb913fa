import { replicationField } from '../../cluster/ask-redis.ts';
import { type RedisNode, untilLinked } from '../../cluster/redis-nodes.ts';
import { until } from '../../cluster/until.ts';
import type { ClusterEnvironment } from './cluster-environment.ts';

/** Finds the primary that Sentinels name. Throws when it is none of the nodes. */
export async function primaryNow({ nodes, sentinels }: ClusterEnvironment): Promise<RedisNode> {
  const told = await sentinels.primary();
  const primary = nodes.find((node) => node.link.address === told);
  if (primary === undefined) throw new Error('No node is the primary');
  return primary;
}

/** Settles when Sentinels have made another node than `old` the primary. */
export async function untilFailover({ sentinels, nodes }: ClusterEnvironment, old: RedisNode): Promise<void> {
  await until('Sentinels have promoted a replica', async () => {
    const told = await sentinels.primary();
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
