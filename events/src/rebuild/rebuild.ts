import type { Redis } from 'ioredis';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { LogDamagedError, LogUnavailableError } from '../log/log-errors.ts';
import type { PastEvents } from '../log/past-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { projectionCode } from '../model/project.ts';
import { beginGeneration } from './begin-generation.ts';
import { cleanUp } from './clean-up.ts';
import { GenerationBuilder } from './generation-builder.ts';
import { checkMemory } from './memory-check.ts';
import { fenceScript, swapScript } from './rebuild-scripts.ts';
import { recoverHead } from './recover-head.ts';

/**
 * Where a rebuild is. Reported before each step, so that a listener that throws stops it exactly there; `swapped` is
 * reported afterwards, also when the rebuild is being stopped.
 */
export type RebuildStep =
  | { readonly step: 'begun'; readonly gen: number; readonly resumed: boolean }
  | { readonly step: 'batch'; readonly seq: number; readonly head: number }
  | { readonly step: 'caught-up'; readonly seq: number }
  | { readonly step: 'fenced' }
  | { readonly step: 'swapped'; readonly gen: number; readonly seq: number }
  | { readonly step: 'cleaning'; readonly gen: number; readonly seq: number; readonly head: number };

/** How to rebuild. */
interface RebuildOptions {
  /** Called at each step; throwing from it stops the rebuild in a state from which the next one resumes. */
  readonly onStep?: ((step: RebuildStep) => void | Promise<void>) | undefined;
  /** Stops at the next batch when aborted. */
  readonly signal?: AbortSignal | undefined;
  readonly batchSize?: number | undefined;
  /** The rebuild is the last part of a restore; any other is refused on a store that is being restored. */
  readonly ofRestore?: boolean | undefined;
  /** Gives the events that have left Redis. */
  readonly past?: PastEvents | undefined;
  /** Id of the shop, needed where the head of its log was lost and refused where it is another one. */
  readonly shop?: string | undefined;
  /** The highest epoch that the archive of the shop knows, for a head that is lost. */
  readonly knownEpoch?: number | undefined;
}

/** What a rebuild did. */
interface RebuildResult {
  readonly gen: number;
  readonly seq: number;
  readonly resumed: boolean;
  /** How long writers were held back, 0 when the swap needed no fence (ms). */
  readonly fencedMs: number;
}

/** Close enough to the head to try the swap. */
const near = 200;
/** A shop that writes without a pause may win this often before the fence is used. */
const openTries = 5;
const fenceMs = 250;

/**
 * Builds a new generation of read models from the log while the shop is open, takes it into use and removes the old one.
 * May be stopped or killed anywhere and started again; two at once do no harm. Throws `PoisonEventError` at an event that
 * cannot be taken, `LogDamagedError` when the log ends too early, `LogUnavailableError` when the memory would not
 * suffice or other code began a rebuild meanwhile, and what `recoverHead` throws.
 */
export async function rebuild(redis: Redis, options: RebuildOptions = {}): Promise<RebuildResult> {
  if (options.ofRestore !== true) await recoverHead(redis, options.shop, options.past, options.knownEpoch);
  await checkMemory(redis, projectionCode);
  const tell = async (step: RebuildStep): Promise<void> => {
    options.signal?.throwIfAborted();
    await options.onStep?.(step);
  };
  const { keys, resumed } = await beginGeneration(redis);
  await tell({ step: 'begun', gen: keys.gen, resumed });
  const swapped = await catchUpAndSwap(redis, keys, tell, options);
  await options.onStep?.({ step: 'swapped', gen: keys.gen, seq: swapped.seq });
  await cleanUp(redis, {
    signal: options.signal,
    past: options.past,
    onProgress: (gen, seq, head) => tell({ step: 'cleaning', gen, seq, head }),
  });
  return { gen: keys.gen, resumed, ...swapped };
}

type Tell = (step: RebuildStep) => Promise<void>;

async function catchUpAndSwap(
  redis: Redis,
  keys: GenerationKeys,
  tell: Tell,
  { batchSize, past }: RebuildOptions,
): Promise<{ seq: number; fencedMs: number }> {
  const builder = new GenerationBuilder(redis, keys, { size: batchSize, past });
  let tries = 0;
  let fencedAt: number | null = null;
  for (;;) {
    const [known, result] = await Promise.all([redis.hget(redisKeys.meta, 'seq'), builder.applyNext()]);
    if (result === 'gone') return { seq: await takenOver(redis, keys), fencedMs: 0 };
    const { seq } = result.position;
    // Asked before the entries were read: they should have been there.
    if (result.applied === 0 && seq < Number(known)) {
      throw new LogDamagedError(seq + 1, `it is missing, though the log was written up to event ${known}`);
    }
    const head = Math.max(seq, Number(known));
    if (fencedAt === null) await tell({ step: 'batch', seq, head });
    if (result.more || head - seq >= near) continue;
    if (fencedAt === null) await tell({ step: 'caught-up', seq });
    const answer = await swap(redis, keys);
    if (answer === 'OK') return { seq, fencedMs: fencedAt === null ? 0 : performance.now() - fencedAt };
    if (answer === 'GONE') return { seq: await takenOver(redis, keys), fencedMs: 0 };
    // The head moves with each event: one that is behind what was read would never be reached.
    const headThen = Number(/^BEHIND (\d+)$/.exec(answer)?.[1] ?? 0);
    if (headThen < seq) throw new LogDamagedError(headThen + 1, 'it is behind the head of the log');
    tries += 1;
    if (tries < openTries || (fencedAt !== null && performance.now() - fencedAt < fenceMs)) continue;
    await tell({ step: 'fenced' });
    await redis.eval(fenceScript, 1, redisKeys.meta, fenceMs);
    fencedAt = performance.now();
  }
}

function swap(redis: Redis, keys: GenerationKeys): Promise<string> {
  return redis.eval(
    swapScript,
    3,
    redisKeys.meta,
    redisKeys.builds,
    keys.checkpoint,
    keys.gen,
    projectionCode,
    Date.now(),
  ) as Promise<string>;
}

/** Another rebuild has finished this generation, or given it up for other code. */
async function takenOver(redis: Redis, keys: GenerationKeys): Promise<number> {
  const [gen, code, seq] = await redis.hmget(redisKeys.meta, 'gen', 'code', 'seq');
  if (Number(gen) >= keys.gen && code === projectionCode) return Number(seq);
  throw new LogUnavailableError('Another release began a rebuild meanwhile; this one was given up');
}
