import type { Relation } from './log-relation.ts';
import { type AnsweringNode, namesOf, type RedisNode, ReplicationRefusedError } from './nodes.ts';

/** Another node that answers, and how the candidate's log stands beside its log. */
export interface OtherNode extends AnsweringNode {
  readonly relation: Relation;
}

/** What a promotion of the candidate would do. */
export interface PromotionPlan {
  readonly candidate: AnsweringNode;
  /** Whether the candidate becomes the primary, of the epoch `epoch`; false when it is that already. */
  readonly raises: boolean;
  readonly epoch: number;
  /** Primaries that hold writers back and become its replicas before. */
  readonly demoted: readonly AnsweringNode[];
  /** Replicas that shall follow it, and do not yet. */
  readonly attached: readonly AnsweringNode[];
  /** Nodes that hold something of their own: what becomes of it is for `rejoin`. */
  readonly left: readonly AnsweringNode[];
  readonly silent: readonly RedisNode[];
  /** All that answer, the candidate excepted. */
  readonly others: readonly AnsweringNode[];
}

/**
 * Judges whether a node may become the primary without an acknowledged order being lost, as far as the nodes that answer can tell.
 * Throws `ReplicationRefusedError` when it may not.
 *
 * @param silent those that do not answer
 * @param fenced whether somebody has made sure that the silent ones take no orders any more
 */
export function judgePromotion(
  candidate: AnsweringNode,
  others: readonly OtherNode[],
  silent: readonly RedisNode[],
  fenced: boolean,
): PromotionPlan {
  const { name, state } = candidate;
  if (state.shop === '')
    throw new ReplicationRefusedError(
      `${name} holds no order log: with it as the primary, nothing would be left of the shop.`,
    );
  const withLog = others.filter((other) => other.state.shop !== '');
  const foreign = withLog.find((other) => other.state.shop !== state.shop);
  if (foreign !== undefined)
    throw new ReplicationRefusedError(
      `${name} holds the shop ${state.shop}, and ${foreign.name} the shop ${foreign.state.shop}: REDIS_URL must name the nodes of one shop.`,
    );
  const newest = Math.max(state.epoch, ...withLog.map((other) => other.state.epoch));
  const newer = withLog.find((other) => other.state.epoch > state.epoch);
  if (newer !== undefined)
    throw new ReplicationRefusedError(
      `${name} has stood aside since epoch ${state.epoch}, and ${newer.name} is of epoch ${newest}. Make it a replica first: npm run orders -- rejoin --node ${name}`,
    );
  const current = withLog.filter((other) => other.state.epoch === newest);
  const primaries = current.filter((other) => other.state.isPrimary);
  refuseUnlessLatest(candidate, current, primaries);
  const isPrimary = state.isPrimary && primaries.length === 0;
  if (silent.length > 0 && !fenced && !isPrimary) throw new ReplicationRefusedError(silenceText(silent));
  const follows = (other: AnsweringNode): boolean =>
    state.isPrimary && !other.state.isPrimary && other.state.linked && other.state.history === state.history;
  // A promotion by hand, or by an older release, is finished where all others would have to follow, or are said to be gone.
  const isSettled =
    state.raisedIn === state.history || (silent.length === 0 ? others.every(follows) : !fenced);
  const raises = !isPrimary || !isSettled;
  const stray = others.filter((other) => !primaries.includes(other) && !follows(other));
  const left = stray.filter((other) => hasItsOwn(other, current.includes(other)));
  return {
    candidate,
    raises,
    epoch: raises ? newest + 1 : newest,
    demoted: primaries,
    attached: stray.filter((other) => !left.includes(other)),
    left,
    silent,
    others,
  };
}

/** A primary that nobody has to ask any more may hold plain records, and a log that went another way holds orders. */
function hasItsOwn({ state, relation }: OtherNode, isCurrent: boolean): boolean {
  if (state.isPrimary) return true;
  return !isCurrent && state.shop !== '' && (relation === 'behind' || relation === 'forked');
}

function refuseUnlessLatest(
  candidate: AnsweringNode,
  current: readonly OtherNode[],
  primaries: readonly OtherNode[],
): void {
  const { name, state } = candidate;
  const [primary, second] = primaries;
  if (!state.isPrimary && primary !== undefined) {
    if (second !== undefined)
      throw new ReplicationRefusedError(
        `${namesOf(primaries)} all are primaries of epoch ${state.epoch}: promote the one of them that counts.`,
      );
    if (!state.linked || state.history !== primary.state.history)
      throw new ReplicationRefusedError(
        `${name} does not follow ${primary.name}, the primary, so it may lack what was written there. Make it follow first: npm run orders -- rejoin --node ${name}`,
      );
  }
  // Those that follow the same primary differ by what is on its way, which is waited for.
  const isAlive = state.isPrimary || primary !== undefined;
  for (const other of current) {
    if (isAlive && other.state.history === state.history) continue;
    if (other.relation === 'behind')
      throw new ReplicationRefusedError(
        `${name} is stale: its log ends with event ${state.seq}, that of ${other.name} with event ${other.state.seq}. ${remedy(other, name)}`,
      );
    if (other.relation === 'forked')
      throw new ReplicationRefusedError(
        `The logs of ${name} (event ${state.seq}) and ${other.name} (event ${other.state.seq}) hold different events. ${remedy(other, name)}`,
      );
    if (!isAlive && other.state.history === state.history && other.state.offset > state.offset)
      throw new ReplicationRefusedError(
        `${name} is stale: ${other.name} has received ${other.state.offset - state.offset} bytes more of the old primary. Promote ${other.name}.`,
      );
    if (!isAlive && other.state.history !== state.history && heardLater(other, candidate))
      throw new ReplicationRefusedError(
        `${name} is stale: it lost the old primary before ${other.name} did (${state.unheardS} s ago), which started anew between, so ${name} may lack users, reviews, profiles and tools. Promote ${other.name}.`,
      );
  }
}

/** Whether the first was with the old primary for longer. Their offsets cannot tell where the primary began another history between. */
function heardLater(one: OtherNode, candidate: AnsweringNode): boolean {
  const [unheard, own] = [one.state.unheardS, candidate.state.unheardS];
  return one.relation === 'same' && unheard !== null && own !== null && unheard < own;
}

function remedy(other: AnsweringNode, name: string): string {
  return other.state.isPrimary
    ? `Promote ${other.name}; or, if ${name} is the one that counts, save what only the other has, and make it a replica: npm run orders -- rejoin --node ${other.name}`
    : `Promote ${other.name}.`;
}

function silenceText(silent: readonly RedisNode[]): string {
  return [
    `${namesOf(silent)} ${silent.length === 1 ? 'does' : 'do'} not answer, and may be taking orders from servers that still reach ${silent.length === 1 ? 'it' : 'them'}.`,
    'Make sure that this cannot be: switch the machine off, or cut it from the network of the servers. Then say what you did: --fenced "switched off".',
    'If one of them was a replica, it may hold acknowledged orders that the others lack, unless REPLICAS is the number of all replicas.',
  ].join('\n');
}
