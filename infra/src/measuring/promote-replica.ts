import type { RedisNode } from '../cluster/redis-nodes.ts';
import type { OperatorRun } from './operator-run.ts';

/**
 * Promotes one of the replicas, as an operator does it: where the command refuses one because another has more, that one is taken. Gives
 * the new primary; throws what was said when the command refuses all.
 * @param orders runs `npm run orders -- <args>`
 * @param options of `promote`, such as `--why lost`
 */
export async function promoteReplica(
  orders: (...args: string[]) => Promise<OperatorRun>,
  replicas: readonly RedisNode[],
  options: readonly string[],
): Promise<RedisNode> {
  const said: string[] = [];
  for (const node of replicas) {
    const { code, output } = await orders('promote', '--to', node.link.address, ...options);
    // 1 also when a replica does not follow yet.
    if (code === 0 || /is the primary of epoch/.test(output)) return node;
    said.push(output);
  }
  throw new Error(`Nobody was promoted: ${said.join(' | ')}`);
}
