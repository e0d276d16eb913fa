import { genesisHash } from '../log/event-fields.ts';
import { type GenerationKeys, generationKeys } from '../log/generation-keys.ts';
import type { Store } from '../log/generation-reader.ts';
import { LogDamagedError, LogUnavailableError } from '../log/log-errors.ts';
import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { projectionCode } from '../model/project.ts';
import { checkMemory } from './check-memory.ts';
import { cleanUp } from './clean-up.ts';
import { GenerationBuilder } from './generation-builder.ts';
import { beginScript, fenceScript, swapScript } from './rebuild-scripts.ts';
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

/** A shop that writes without a pause may be ahead of the swap this often before the fence is used. */
const openTries = 5;
const fenceMs = 250;

/**
 * Builds a new generation of read models from the log while the shop is open, takes it into use and removes the old one. May be killed at
 * any time and started again; two at once do no harm. Throws `PoisonEventError` at an event that cannot be applied, `LogDamagedError`
 * when the log ends before its head, `LogUnavailableError` when memory is short or other code began a rebuild meanwhile, and what
 * `recoverHead` throws.
 */
export async function rebuild(store: Store, options: RebuildOptions = {}): Promise<RebuildResult> {
  const { batchSize, knownEpoch, ofRestore, shop, signal } = options;
  if (ofRestore !== true) await recoverHead(store, shop, knownEpoch);
  await checkMemory(store.client);
  const tell = async (step: RebuildStep): Promise<void> => {
    signal?.throwIfAborted();
    await options.onStep?.(step);
  };
  const { keys, resumed } = await beginGeneration(store.client);
  await tell({ step: 'begun', gen: keys.gen, resumed });
  const builder = new GenerationBuilder(store, keys, batchSize);
  const swapped = await catchUpAndSwap(store.client, keys, builder, tell);
  await options.onStep?.({ step: 'swapped', gen: keys.gen, seq: swapped.seq });
  await cleanUp(store, signal, (gen, seq, head) => tell({ step: 'cleaning', gen, seq, head }));
  return { gen: keys.gen, resumed, ...swapped };
}

/**
 * Begins a generation, or answers the one that this code is building already. Its number is the time of Redis (ms), or one more than the
 * last where the clock was set back: a number never comes twice, also when the head of the log was lost.
 */
async function beginGeneration(client: RedisClient): Promise<{ keys: GenerationKeys; resumed: boolean }> {
  for (;;) {
    const [time, next] = await client.run((connection) =>
      Promise.all([connection.time(), connection.hGet(redisKeys.meta, 'nextGen')]),
    );
    const [seconds = '', micros = ''] = time;
    const now = Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
    const proposed = Math.max(now, Number(next ?? 0));
    const gen = await client.run((connection) =>
      connection.eval(beginScript, {
        keys: [redisKeys.meta, redisKeys.builds, generationKeys(proposed).checkpoint],
        arguments: [projectionCode, String(proposed), `0 ${genesisHash} 0`],
      }),
    );
    if (gen !== '') return { keys: generationKeys(Number(gen)), resumed: Number(gen) !== proposed };
  }
}

async function catchUpAndSwap(
  client: RedisClient,
  keys: GenerationKeys,
  builder: GenerationBuilder,
  tell: (step: RebuildStep) => Promise<void>,
): Promise<{ seq: number; fencedMs: number }> {
  let fencedAt: number | null = null;
  for (let tries = 1; ; tries += 1) {
    // Asked before the log is read.
    const head = client.run((connection) => connection.hGet(redisKeys.meta, 'seq')).then(Number);
    const catchingUp = builder.catchUp(async ({ seq }) => {
      if (fencedAt === null) await tell({ step: 'batch', seq, head: Math.max(seq, await head) });
    });
    const [known, reached] = await Promise.all([head, catchingUp]);
    if (reached === null) return { seq: await takenOver(client, keys), fencedMs: 0 };
    const { seq } = reached;
    if (seq < known)
      throw new LogDamagedError(seq + 1, `it is missing, though the log was written up to event ${known}`);
    if (fencedAt === null) await tell({ step: 'caught-up', seq });
    const answer = String(
      await client.run((connection) =>
        connection.eval(swapScript, {
          keys: [redisKeys.meta, redisKeys.builds, keys.checkpoint],
          arguments: [String(keys.gen), projectionCode],
        }),
      ),
    );
    if (answer === 'OK') return { seq, fencedMs: fencedAt === null ? 0 : performance.now() - fencedAt };
    if (answer === 'GONE') return { seq: await takenOver(client, keys), fencedMs: 0 };
    // Only a changed head can be behind the events that were read, and waiting for it would never end.
    const headThen = Number(/^BEHIND (\d+)$/.exec(answer)?.[1] ?? 0);
    if (headThen < seq) throw new LogDamagedError(headThen + 1, 'it is behind the head of the log');
    if (fencedAt !== null) {
      if (performance.now() - fencedAt < fenceMs) continue;
      // Writers wait twice as long as a fence lasts: they get their turn before the next one.
      fencedAt = null;
      tries = 0;
    }
    if (tries < openTries) continue;
    await tell({ step: 'fenced' });
    await client.run((connection) =>
      connection.eval(fenceScript, { keys: [redisKeys.meta], arguments: [String(fenceMs)] }),
    );
    fencedAt = performance.now();
  }
}

/** Another rebuild has finished this generation, or given it up for other code. */
async function takenOver(client: RedisClient, keys: GenerationKeys): Promise<number> {
  const [gen, code, seq] = await client.run((connection) =>
    connection.hmGet(redisKeys.meta, ['gen', 'code', 'seq']),
  );
  if (Number(gen) >= keys.gen && code === projectionCode) return Number(seq);
  throw new LogUnavailableError('Another release began a rebuild meanwhile; this one was given up');
}
