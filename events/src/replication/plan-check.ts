import { randomUUID } from 'node:crypto';
import { askNode, visit } from '../log/node-state.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { PromotionPlan } from './judge-promotion.ts';
import {
  type AnsweringNode,
  askNodes,
  nodeTimeoutMs,
  type RedisNode,
  ReplicationRefusedError,
} from './nodes.ts';

/** Longer than a promotion takes until the part of a primary has changed (ms). */
const leaseMs = 60_000;
/** How long a node that was silent may take to say that it is back (ms): each one of it delays those who wait to buy. */
const silentMs = 500;

/**
 * Has one promotion at a time change the part of a primary: a second operator would take its orders elsewhere. It ends by itself, also when
 * the command has died. Throws `ReplicationRefusedError` where another one is under way, or the node takes no writes.
 */
export async function claimPrimary(node: RedisNode): Promise<void> {
  const key = redisKeys.lease('promote');
  const [taken, left] = await visit(node.url, nodeTimeoutMs, (connection) =>
    Promise.all([
      connection.set(key, randomUUID(), { condition: 'NX', expiration: { type: 'PX', value: leaseMs } }),
      connection.pTTL(key),
    ]),
  ).catch((error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    throw changed(`${node.name}, the primary, takes no writes now (${text})`);
  });
  if (taken === null)
    throw new ReplicationRefusedError(
      `Another promotion is under way at ${node.name}. Nothing was changed: wait for its end, or, if it was stopped, for ${Math.ceil(left / 1_000)} s, and look with --dry-run.`,
    );
}

/** Lets the next promotion begin at once. */
export async function releasePrimary(node: RedisNode): Promise<void> {
  await visit(node.url, nodeTimeoutMs, (connection) => connection.del(redisKeys.lease('promote')));
}

/**
 * Makes sure, right before the candidate takes over, that the nodes still are what they were in the plan. Throws `ReplicationRefusedError`
 * where another one has become the primary meanwhile, or one that was silent answers.
 */
export async function refuseIfChanged({ others, demoted, silent, epoch }: PromotionPlan): Promise<void> {
  const [{ answering }, returned] = await Promise.all([
    askNodes(others),
    Promise.all(
      silent.map((node) =>
        askNode(node.url, silentMs).then(
          () => node,
          () => null,
        ),
      ),
    ),
  ]);
  const back = returned.find((node) => node !== null);
  if (back !== undefined) throw changed(`${back.name} did not answer before, and does now`);
  for (const { name, state } of answering) {
    const was = others.find((other) => other.name === name);
    const isNew =
      state.isPrimary && (was?.state.isPrimary !== true || demoted.some((node) => node.name === name));
    if (isNew || state.epoch >= epoch)
      throw changed(`${name} ${state.isPrimary ? 'is a primary' : `is of epoch ${state.epoch}`} now`);
  }
}

/**
 * Says why a node may not follow the candidate though the plan says so; null when it may: as one of another primary it may hold what the
 * candidate lacks.
 */
export function doubtOf(
  { name, state }: AnsweringNode,
  candidate: AnsweringNode,
  raises: boolean,
): string | null {
  const isOthers =
    raises && state.epoch === candidate.state.epoch && state.history !== candidate.state.history;
  if (state.isPrimary) return `it has become a primary of epoch ${state.epoch} meanwhile`;
  if (!isOthers && state.epoch <= candidate.state.epoch) return null;
  return `it follows another primary, of epoch ${state.epoch}, since then; to see what it has: npm run orders -- rejoin --node ${name}`;
}

/** What another operator, or a node, has done since the plan was made. */
export function changed(what: string): ReplicationRefusedError {
  return new ReplicationRefusedError(
    `${what}: the plan does not hold any more. Start the same command again.`,
  );
}
