import { storedEvent } from '../log/event-fields.ts';
import { LogDamagedError } from '../log/log-errors.ts';
import { visit } from '../log/node-state.ts';
import { borderFields, borderOf, type TrimBorder } from '../log/past-events.ts';
import type { RawEntry } from '../log/read-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { type AnsweringNode, nodeTimeoutMs, type RedisNode } from './nodes.ts';

/** How one log stands beside another: as long, a part of it, longer by some events, or with another event at one of its positions. */
export type Relation = 'same' | 'behind' | 'ahead' | 'forked';

/** Reads the hash of an event of a node's log. Throws `LogDamagedError` when it is not there, and when the node does not answer. */
async function hashAt(node: RedisNode, seq: number): Promise<string> {
  const [entry] = await visit(node.url, nodeTimeoutMs, (connection) =>
    connection.sendCommand<RawEntry[]>(['XRANGE', redisKeys.events, `${seq}-0`, `${seq}-0`]),
  );
  if (entry !== undefined) return storedEvent(...entry).hash;
  const border = await borderAt(node);
  if (border?.seq === seq) return border.hash;
  throw new LogDamagedError(seq, `it is missing at ${node.name}`);
}

/** Reads where the log in a node's Redis begins; null where every event is there. */
const borderAt = async (node: RedisNode): Promise<TrimBorder | null> =>
  borderOf(
    await visit(node.url, nodeTimeoutMs, (connection) => connection.hmGet(redisKeys.meta, [...borderFields])),
  );

/**
 * Compares the logs of two nodes. A hash covers everything before it, so one event tells: that at the end of the shorter log. Throws
 * what `hashAt` throws.
 */
export async function relationOf(one: AnsweringNode, other: AnsweringNode): Promise<Relation> {
  const [longer, shorter] = one.state.seq >= other.state.seq ? [one, other] : [other, one];
  const { seq, hash } = shorter.state;
  if (seq === longer.state.seq) return hash === longer.state.hash ? 'same' : 'forked';
  if (seq > 0 && (await hashAt(longer, seq)) !== hash) return 'forked';
  return longer === one ? 'ahead' : 'behind';
}

/** Finds the last event that the logs of two nodes share, 0 when there is none. Throws what `hashAt` throws. */
export async function sharedUpTo(one: AnsweringNode, other: AnsweringNode): Promise<number> {
  const isShared = async (seq: number): Promise<boolean> => {
    const [hash, otherHash] = await Promise.all([hashAt(one, seq), hashAt(other, seq)]);
    return hash === otherHash;
  };
  const borders = await Promise.all([borderAt(one), borderAt(other)]);
  const border = Math.max(...borders.map((each) => each?.seq ?? 0));
  const upTo = Math.min(one.state.seq, other.state.seq);
  if (border === 0) return lastShared(upTo, isShared);
  // What stands before it has left one of them: the logs part behind it, or nobody can tell where.
  if (border > upTo || !(await isShared(border)))
    throw new LogDamagedError(
      border,
      'it has left Redis, and the other node has another one, so where the logs part is not known',
    );
  return lastShared(upTo, isShared, border);
}

/**
 * Finds the last event that two logs share, 0 when there is none, by halving: where the hashes of an event agree, all before agree too.
 * @param upTo the end of the shorter log
 * @param isShared whether both have the event at this position
 * @param known an event that both have
 */
export async function lastShared(
  upTo: number,
  isShared: (seq: number) => Promise<boolean>,
  known = 0,
): Promise<number> {
  let shared = known;
  let beyond = upTo + 1;
  while (beyond - shared > 1) {
    const middle = Math.floor((shared + beyond) / 2);
    if (await isShared(middle)) shared = middle;
    else beyond = middle;
  }
  return shared;
}
