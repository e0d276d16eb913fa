import { setTimeout as delay } from 'node:timers/promises';
import type { EventLine } from '../backup/backup-lines.ts';
import { exportLog } from '../backup/export-store.ts';
import { visit } from '../log/node-state.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { openScanConnection, type ScanConnection } from '../log/scan-connection.ts';
import { giveLogin, keepRole, pauseWriters, replicaOf, resumeWriters } from './change-role.ts';
import { judgeRejoin, type RejoinJudgement } from './judge-rejoin.ts';
import { relationOf, sharedUpTo } from './log-relation.ts';
import {
  type AnsweringNode,
  askAgain,
  askNodes,
  nodeNamed,
  nodesOf,
  nodeTimeoutMs,
  ReplicationRefusedError,
} from './nodes.ts';

/** What making a node a replica would do. */
export interface RejoinPlan extends RejoinJudgement {
  readonly node: AnsweringNode;
}

/** The events that only one node has. */
export interface LogTail {
  /** The last event that the primary has as well. */
  readonly shared: number;
  readonly seq: number;
  readonly hash: string;
  /** Of the node: how often the log had changed its primary there. */
  readonly epoch: number;
  readonly shop: string;
  /** Reads them, from the first after the shared one. */
  lines(): AsyncIterable<EventLine>;
}

/** How a node is made a replica. */
interface SaveOptions {
  /** Saves what only the node has; called again with all of it when more has come meanwhile. What it throws stops everything. */
  readonly save: (tail: LogTail) => Promise<void>;
  readonly signal: AbortSignal;
}

/** What is true afterwards. */
export interface Rejoined {
  readonly shared: number;
  /** How many events only the node had. */
  readonly tail: number;
  /** Whether its configuration file says so, too. */
  readonly saved: boolean;
}

/** How long writers are held back, longer than a tail takes to be saved as a rule (ms). */
const pauseMs = 30_000;
const copyMs = 600_000;
const lookEveryMs = 100;
/** How often the tail is saved anew because events have come to it: writers are held back, so the second time nearly always counts. */
const mostTries = 5;

/**
 * Asks the nodes of an address and finds out what the one with this name has to follow; changes nothing. Throws `ReplicationRefusedError`.
 * @param address as `readRedisAddress` takes it
 */
export async function planRejoin(address: string, name: string): Promise<RejoinPlan> {
  const nodes = nodesOf(address);
  const wanted = nodeNamed(nodes, name);
  const { answering } = await askNodes(nodes);
  const node = answering.find((one) => one.name === wanted.name) ?? (await askAgain(wanted));
  const keys = await visit(node.url, nodeTimeoutMs, (connection) => connection.dbSize());
  return {
    node,
    ...judgeRejoin(
      node,
      answering.filter((one) => one !== node),
      keys,
    ),
  };
}

/**
 * Saves what only the node has, then makes it a replica. The role changes only if no event has come since the tail was read (WATCH). Throws `ReplicationRefusedError`, what `save` throws, and the signal's reason.
 */
export async function rejoin({ node, primary }: RejoinPlan, options: SaveOptions): Promise<Rejoined> {
  const { signal } = options;
  await giveLogin(node, primary);
  const redis = await openScanConnection(node.url, 'karigar-operator', signal);
  let left: { shared: number; tail: number } | null = null;
  try {
    for (let turn = 1; left === null; turn += 1) {
      if (turn > mostTries)
        throw new ReplicationRefusedError(
          `${node.name} still takes orders: cut it from the servers, then start again. It was not changed.`,
        );
      left = await saveAndFollow(redis, node, primary, options);
    }
  } finally {
    redis.disconnect();
    if (node.state.isPrimary) await resumeWriters(node).catch(() => undefined);
  }
  return { ...left, saved: await keepRole(node) };
}

/** Answers null when an event came meanwhile, with the node as it was. */
async function saveAndFollow(
  redis: ScanConnection,
  node: AnsweringNode,
  primary: AnsweringNode,
  { save, signal }: SaveOptions,
): Promise<{ shared: number; tail: number } | null> {
  signal.throwIfAborted();
  if (node.state.isPrimary) await pauseWriters(node, pauseMs);
  await redis.watch(redisKeys.meta);
  const now = await askAgain(node);
  const { seq, hash, epoch, shop } = now.state;
  const shared = await sharedUpTo(now, await askAgain(primary));
  if (seq > shared)
    await save({ shared, seq, hash, epoch, shop, lines: () => exportLog(redis, shared, seq) });
  signal.throwIfAborted();
  const done = await redis
    .multi()
    .call(...replicaOf(primary))
    .exec();
  return done === null ? null : { shared, tail: seq - shared };
}

/**
 * Waits until a node hears its primary and its log is that of the primary, no shorter than it was in the plan. Answers false when it is
 * still copying after ten minutes, or when the signal aborts: it goes on by itself.
 * @param onProgress how far its log is, of how many events of the primary
 */
export async function hasRejoined(
  { node, primary }: RejoinPlan,
  signal: AbortSignal,
  onProgress: (seq: number, of: number) => void,
): Promise<boolean> {
  for (const until = Date.now() + copyMs; Date.now() < until && !signal.aborted; await delay(lookEveryMs)) {
    // While it reads what was copied it answers nothing.
    const asked = await Promise.all([askAgain(node), askAgain(primary)]).catch(() => null);
    if (asked === null) continue;
    const [replica, source] = asked;
    onProgress(Math.min(replica.state.seq, source.state.seq), source.state.seq);
    const hears = replica.state.linked && replica.state.history === source.state.history;
    if (hears && replica.state.seq >= primary.state.seq && (await relationOf(replica, source)) !== 'forked')
      return true;
  }
  return false;
}
