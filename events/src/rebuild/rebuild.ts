import { readFileSync } from 'node:fs';
import { logStart } from '../log/chain-check.ts';
import { anyGeneration, generationKeys, generationOf } from '../log/generation-keys.ts';
import type { Store } from '../log/generation-reader.ts';
import { LogDamagedError, LogUnavailableError } from '../log/log-errors.ts';
import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { readHead, redisTime } from '../log/store-head.ts';
import { encodeCheckpoint, GenerationBuilder } from './generation-builder.ts';
import { recoverHead } from './recover-head.ts';

const beginScript = readFileSync(new URL('begin-generation.lua', import.meta.url), 'utf8');
const swapScript = readFileSync(new URL('swap-generation.lua', import.meta.url), 'utf8');

/**
 * Where a rebuild is. Reported before each step, so that a listener that throws stops it exactly there; `swapped` is
 * reported afterwards, also when the rebuild is being stopped.
 */
export interface RebuildStep {
  step: 'begun' | 'batch' | 'caught-up' | 'fenced' | 'swapped' | 'cleaning';
  /** The generation that is being built. */
  gen: number;
  /** Whether an earlier rebuild has begun it. */
  resumed: boolean;
  /** The last event that it has seen. */
  seq: number;
  /** The last event of the log. */
  head: number;
}

/** How to rebuild. */
interface RebuildOptions {
  /** Called at each step; throwing from it stops the rebuild in a state from which the next one resumes. */
  onStep?: ((step: RebuildStep) => void | Promise<void>) | undefined;
  /** Stops at the next batch when aborted. */
  signal?: AbortSignal | undefined;
  batchSize?: number | undefined;
  /** The rebuild is the last part of a restore; any other is refused on a store that is being restored. */
  ofRestore?: boolean | undefined;
  /** Id of the shop, needed where the head of its log was lost and refused where it is another one. */
  shop?: string | undefined;
  /** The highest epoch that the archive of the shop knows, for a head that is lost. */
  knownEpoch?: number | undefined;
}

/** What a rebuild did. */
interface RebuildResult {
  gen: number;
  seq: number;
  resumed: boolean;
  /** How long writers were held back, 0 when the swap needed no fence (ms). */
  fencedMs: number;
}

/** A shop that writes without a pause may be ahead of the swap this often before the fence is used. */
const openTries = 5;
const fenceMs = 250;

/**
 * Builds a new generation of read models from the log while the shop is open, takes it into use and removes the old ones. May be killed at
 * any time and started again; two at once do no harm. Throws `PoisonEventError` at an event that cannot be applied, `LogDamagedError`
 * when the log ends before its head, `LogUnavailableError` when memory is short or other code began a rebuild meanwhile, and what
 * `recoverHead` throws.
 */
export async function rebuild(store: Store, options: RebuildOptions = {}): Promise<RebuildResult> {
  const { batchSize, knownEpoch, ofRestore, onStep, shop, signal } = options;
  const { client, projection } = store;
  if (ofRestore !== true) await recoverHead(store, shop, knownEpoch);
  await checkMemory(store);
  const [number, how] = (await client.run((connection) =>
    connection.eval(beginScript, {
      keys: [redisKeys.meta, redisKeys.builds],
      arguments: [projection.code, encodeCheckpoint(logStart)],
    }),
  )) as string[];
  const keys = generationKeys(Number(number));
  const begun = { gen: keys.gen, resumed: how === 'resumed' };
  const tell = async (step: RebuildStep['step'], seq: number, head = seq): Promise<void> => {
    signal?.throwIfAborted();
    await onStep?.({ step, ...begun, seq, head });
  };
  const end = async (seq: number, fencedMs: number): Promise<RebuildResult> => {
    await onStep?.({ step: 'swapped', ...begun, seq, head: seq });
    await removeOldGenerations(client, () => tell('cleaning', seq));
    return { ...begun, seq, fencedMs };
  };
  await tell('begun', 0);
  const builder = new GenerationBuilder(store, keys, batchSize);
  let fencedAt: number | null = null;
  for (let tries = 1; ; tries += 1) {
    // Asked before the log is read, and read no further: who writes faster than it is read would never be caught up with.
    const head = Number(await client.run((connection) => connection.hGet(redisKeys.meta, 'seq')));
    const reached = await builder.catchUp(async ({ seq }) => {
      if (fencedAt === null) await tell('batch', seq, Math.max(seq, head));
    }, head);
    const seq = reached?.seq ?? head;
    if (seq < head)
      throw new LogDamagedError(seq + 1, `it is missing, though the log was written up to event ${head}`);
    if (fencedAt === null) await tell('caught-up', seq);
    const answer = String(
      await client.run((connection) =>
        connection.eval(swapScript, {
          keys: [redisKeys.meta, redisKeys.builds, keys.checkpoint],
          arguments: [String(keys.gen), projection.code],
        }),
      ),
    );
    if (answer === 'OK') return end(seq, fencedAt === null ? 0 : performance.now() - fencedAt);
    if (answer === 'GONE') {
      const inUse = await readHead(client);
      if (inUse.gen >= keys.gen && inUse.code === projection.code) return end(inUse.seq, 0);
      throw new LogUnavailableError('Another release began a rebuild meanwhile; this one was given up');
    }
    // Only a changed head can be behind the events that were read, and waiting for it would never end.
    const headThen = Number(answer.slice('BEHIND '.length));
    if (headThen < seq) throw new LogDamagedError(headThen + 1, 'it is behind the head of the log');
    if (fencedAt !== null) {
      if (performance.now() - fencedAt < fenceMs) continue;
      // Writers wait twice as long as a fence lasts: they get their turn before the next one, which begins with less left to read.
      fencedAt = null;
      tries = openTries - 1;
    }
    if (tries < openTries) continue;
    await tell('fenced', seq);
    // The fence ends by itself: a rebuild that dies cannot leave the shop closed.
    const until = (await redisTime(client)) + fenceMs;
    await client.run((connection) => connection.hSet(redisKeys.meta, 'fence', until));
    fencedAt = performance.now();
  }
}

/**
 * Throws `LogUnavailableError` when a second generation does not fit under Redis's memory limit. It may become as large as everything that
 * Redis holds beside the log, and a fifth more. An unfinished rebuild of this code goes on without a check: it has part of its memory already,
 * and is stopped whole where Redis is full.
 */
async function checkMemory({ client, projection }: Store): Promise<void> {
  const [info, log, building] = await client.run((connection) =>
    Promise.all([
      connection.info('memory'),
      connection.memoryUsage(redisKeys.events),
      connection.hGet(redisKeys.builds, 'building'),
    ]),
  );
  const [maxBytes, usedBytes] = ['maxmemory', 'used_memory'].map((name) =>
    Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]),
  ) as [number, number];
  const [needed, free] = [1.2 * (usedBytes - (log ?? 0)), Math.max(0, maxBytes - usedBytes)];
  if (maxBytes === 0 || needed <= free || building?.endsWith(` ${projection.code}`) === true) return;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  throw new LogUnavailableError(
    `A rebuild needs about ${megabytes(needed)}, and ${megabytes(free)} are free under maxmemory. ` +
      'Raise maxmemory (CONFIG SET maxmemory …) and start again',
  );
}

/**
 * Removes the keys of all generations before the one in use: their numbers rise, so no rebuild works on an older one. May be stopped
 * anywhere; the next rebuild removes the rest.
 */
async function removeOldGenerations(client: RedisClient, onPage: () => Promise<void>): Promise<void> {
  const inUse = Number(await client.run((connection) => connection.hGet(redisKeys.meta, 'gen')));
  let cursor = '0';
  do {
    await onPage();
    const page = await client.run((connection) =>
      connection.scan(cursor, { MATCH: anyGeneration, COUNT: 1_000 }),
    );
    const old = page.keys.filter((key) => Number(generationOf(key)) < inUse);
    if (old.length > 0) await client.run((connection) => connection.unlink(old));
    cursor = page.cursor;
  } while (cursor !== '0');
}
