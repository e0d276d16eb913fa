import { type AnsweringNode, namesOf, ReplicationRefusedError } from './nodes.ts';

/** Why somebody has to agree before a node becomes a replica. */
type RejoinDoubt = 'second-primary' | 'other-data' | null;

/** What a node has to follow, and whether it does already. */
export interface RejoinJudgement {
  readonly primary: AnsweringNode;
  /** Whether it is its healthy replica: nothing is to be done. */
  readonly isReplica: boolean;
  readonly doubt: RejoinDoubt;
}

/**
 * Finds the primary that a node has to follow, and judges whether it may: what only the node has will be gone from it. Throws
 * `ReplicationRefusedError` when it may not.
 * @param keys how many keys the node holds, of the shop or of somebody else
 */
export function judgeRejoin(
  node: AnsweringNode,
  others: readonly AnsweringNode[],
  keys: number,
): RejoinJudgement {
  const { name, state } = node;
  const newest = Math.max(...others.map((other) => other.state.epoch));
  const primaries = others.filter(
    (other) => other.state.isPrimary && other.state.shop !== '' && other.state.epoch === newest,
  );
  const [primary, second] = primaries;
  if (primary === undefined) throw new ReplicationRefusedError(nobodyText(node, others.length));
  if (second !== undefined)
    throw new ReplicationRefusedError(
      `${namesOf(primaries)} all are primaries of epoch ${newest}: promote the one that counts, then come back.`,
    );
  if (state.shop !== '' && state.shop !== primary.state.shop)
    throw new ReplicationRefusedError(
      `${name} holds the shop ${state.shop}, and ${primary.name} the shop ${primary.state.shop}: nothing of it would be left.`,
    );
  if (state.epoch > newest)
    throw new ReplicationRefusedError(
      `${name} is of epoch ${state.epoch}, and ${primary.name} of epoch ${newest}: ${name} is the later one. If it is to be the primary: npm run orders -- promote --to ${name}`,
    );
  const isReplica = !state.isPrimary && state.linked && state.history === primary.state.history;
  const isSecond = state.isPrimary && state.shop !== '' && state.epoch === newest;
  const doubt = isSecond ? 'second-primary' : state.shop === '' && keys > 0 ? 'other-data' : null;
  return { primary, isReplica, doubt: isReplica ? null : doubt };
}

function nobodyText({ name, state }: AnsweringNode, others: number): string {
  if (others === 0)
    return `No other Redis of REDIS_URL answers, so there is nobody that ${name} could follow.`;
  return state.isPrimary && state.shop !== ''
    ? `${name} is the only primary that answers: no other one counts. Make one first: npm run orders -- promote --to …`
    : 'No primary of the latest epoch answers. Make one first: npm run orders -- promote --to …';
}
