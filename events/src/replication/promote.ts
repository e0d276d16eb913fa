import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../log/log-errors.ts';
import { follow, keepRole, pauseWriters, resumeWriters, standAside, takeOver } from './change-role.ts';
import { judgePromotion, type OtherNode, type PromotionPlan } from './judge-promotion.ts';
import { relationOf } from './log-relation.ts';
import {
  type AnsweringNode,
  askAgain,
  askNodes,
  namesOf,
  nodeNamed,
  nodesOf,
  ReplicationRefusedError,
} from './nodes.ts';
import { claimPrimary, doubtOf, refuseIfChanged, releasePrimary } from './plan-check.ts';

/** How far a promotion is. */
export type PromotionStep =
  | { readonly step: 'pausing'; readonly node: string }
  | { readonly step: 'caught-up'; readonly node: string; readonly seq: number }
  | { readonly step: 'demoted'; readonly node: string }
  | { readonly step: 'promoted'; readonly node: string; readonly epoch: number }
  | { readonly step: 'attached'; readonly node: string; readonly linked: boolean };

/** Who promotes, and how. */
export interface PromoteOptions {
  readonly who: string;
  readonly why: string;
  /** How somebody made sure that the nodes that do not answer take no orders; null when nobody did. */
  readonly fenced: string | null;
  readonly onStep?: ((step: PromotionStep) => void) | undefined;
  /** Stops before a role is changed; afterwards it goes on to its end. */
  readonly signal?: AbortSignal | undefined;
}

/** What is true after a promotion. */
export interface Promotion {
  readonly primary: string;
  readonly epoch: number;
  readonly seq: number;
  readonly hash: string;
  /** Replicas that hear the primary. */
  readonly linked: readonly string[];
  /** Replicas that do not hear it yet, or could not be told; with the reason. */
  readonly unlinked: readonly string[];
  /** Nodes whose configuration file does not know their role: a restart takes them back to the one before. */
  readonly unsaved: readonly string[];
}

/** How long the writers wait, at most (ms): longer than all that is done meanwhile may take. */
const pauseMs = 30_000;
/** How long the candidate may take to hold what the old primary has, and a replica to hear the new one (ms). */
const catchUpMs = 10_000;
const lookEveryMs = 50;

/**
 * Asks all nodes of an address and plans a promotion; changes nothing. Throws `ReplicationRefusedError` when it cannot be done without
 * the danger of losing an acknowledged order.
 *
 * @param address as `readRedisAddress` takes it
 * @param to host and port of the node that shall be the primary
 */
export async function planPromotion(address: string, to: string, fenced: boolean): Promise<PromotionPlan> {
  const nodes = nodesOf(address);
  const wanted = nodeNamed(nodes, to);
  const { answering, silent } = await askNodes(nodes);
  const candidate = answering.find((node) => node.name === wanted.name) ?? (await askAgain(wanted));
  const others = answering.filter((node) => node !== candidate);
  return judgePromotion(
    candidate,
    await Promise.all(others.map((other) => beside(candidate, other))),
    silent,
    fenced,
  );
}

async function beside(candidate: AnsweringNode, other: AnsweringNode): Promise<OtherNode> {
  return { ...other, relation: await relationOf(candidate, other) };
}

/**
 * Does what a plan says. A primary that answers holds its writers back until the candidate has everything, then stands aside for good, and
 * only then the candidate becomes the primary: at no moment two of them take writes. Killed in between, the same call finishes it.
 * Throws `ReplicationRefusedError`, and what Redis and its client throw.
 */
export async function carryOut(plan: PromotionPlan, options: PromoteOptions): Promise<Promotion> {
  const { candidate, demoted } = plan;
  const onStep = options.onStep ?? (() => undefined);
  options.signal?.throwIfAborted();
  for (const node of demoted) await claimPrimary(node);
  try {
    for (const node of demoted) await demote(node, candidate, options);
    if (plan.raises) {
      await refuseIfChanged(plan);
      const { state } = await askAgain(candidate);
      const { fenced } = options;
      const from = namesOf(demoted) || namesOf(plan.silent) || null;
      const detail = {
        from,
        to: candidate.name,
        epoch: plan.epoch,
        formerEpoch: plan.epoch - 1,
        seq: state.seq,
        hash: state.hash,
        ...(fenced === null ? {} : { fenced }),
      };
      await takeOver(candidate, plan.epoch, { who: options.who, why: options.why, detail });
      onStep({ step: 'promoted', node: candidate.name, epoch: plan.epoch });
    }
  } finally {
    // What waits at an old primary is refused at once now, instead of hanging.
    for (const node of demoted) await resumeWriters(node).catch(() => undefined);
    // Where the part has changed the lease is that of the candidate, which has it from the old primary.
    for (const node of [...demoted, ...(demoted.length > 0 ? [candidate] : [])])
      await releasePrimary(node).catch(() => undefined);
  }
  return attachAll(plan, onStep);
}

async function demote(node: AnsweringNode, candidate: AnsweringNode, options: PromoteOptions): Promise<void> {
  const onStep = options.onStep ?? (() => undefined);
  const begun = performance.now();
  onStep({ step: 'pausing', node: node.name });
  await pauseWriters(node, pauseMs);
  onStep({ step: 'caught-up', node: node.name, seq: await caughtUp(candidate, node, options.signal) });
  options.signal?.throwIfAborted();
  await standAside(node);
  if (performance.now() - begun > pauseMs)
    throw new ReplicationRefusedError(
      `${node.name} stood aside so late that it may have taken orders before. Start the same command again.`,
    );
  onStep({ step: 'demoted', node: node.name });
}

/** Resolves with the last seq when the candidate holds everything that a primary without writers has. */
async function caughtUp(
  candidate: AnsweringNode,
  primary: AnsweringNode,
  signal?: AbortSignal,
): Promise<number> {
  const { state: end } = await askAgain(primary);
  for (const until = Date.now() + catchUpMs; ; await delay(lookEveryMs)) {
    signal?.throwIfAborted();
    const now = await askAgain(candidate);
    const relation = await relationOf(now, { ...primary, state: end });
    const holdsAll = now.state.isPrimary
      ? relation !== 'behind'
      : relation === 'same' && now.state.offset >= end.offset;
    if (relation === 'forked' || (now.state.isPrimary && !holdsAll))
      throw new ReplicationRefusedError(
        `${primary.name} has taken events meanwhile that ${candidate.name} lacks. Nothing was changed: start the same command again.`,
      );
    if (holdsAll) return now.state.seq;
    if (Date.now() > until)
      throw new ReplicationRefusedError(
        `${candidate.name} did not catch up with ${primary.name} within ${catchUpMs / 1_000} s (event ${now.state.seq} of ${end.seq}). Nothing was changed: see why its replication is slow, then start again.`,
      );
  }
}

async function attachAll(
  { candidate, demoted, attached, raises, epoch }: PromotionPlan,
  onStep: (step: PromotionStep) => void,
): Promise<Promotion> {
  const unlinked: string[] = [];
  const told: AnsweringNode[] = [];
  const source = await askAgain(candidate);
  for (const node of [...demoted, ...attached])
    await followUnless(node, source, raises).then(
      (doubt) => (doubt === null ? told.push(node) : unlinked.push(`${node.name}: ${doubt}`)),
      (error: unknown) => unlinked.push(`${node.name}: ${messageOf(error)}`),
    );
  const linked: string[] = [];
  const until = Date.now() + catchUpMs;
  for (const node of told) {
    const isLinked = await hears(node, candidate, until);
    if (isLinked) linked.push(node.name);
    else unlinked.push(`${node.name}: it is still copying`);
    onStep({ step: 'attached', node: node.name, linked: isLinked });
  }
  const changed = raises ? [candidate, ...told] : told;
  const kept = await Promise.all(changed.map(keepRole));
  const unsaved = changed.filter((_, at) => !kept[at]).map(({ name }) => name);
  const { seq, hash } = (await askAgain(candidate)).state;
  return { primary: candidate.name, epoch, seq, hash, linked, unlinked, unsaved };
}

/** Answers why it was not done. */
async function followUnless(
  node: AnsweringNode,
  source: AnsweringNode,
  raises: boolean,
): Promise<string | null> {
  const doubt = doubtOf(await askAgain(node), source, raises);
  if (doubt === null) await follow(node, source);
  return doubt;
}

async function hears(node: AnsweringNode, primary: AnsweringNode, until: number): Promise<boolean> {
  for (; ; await delay(lookEveryMs)) {
    const asked = await Promise.all([askAgain(node), askAgain(primary)]).catch(() => null);
    const [replica, source] = asked ?? [];
    if (replica?.state.linked && replica.state.history === source?.state.history) return true;
    if (Date.now() > until) return false;
  }
}
