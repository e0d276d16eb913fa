import type { Redis } from 'ioredis';
import { sealingCode, swappedCode } from '../log/closed-codes.ts';
import { storedEvent } from '../log/event-fields.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { scanHead } from '../log/store-head.ts';
import { inRedis, wholeLog } from '../log/whole-log.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { checkSealedLog } from './check-sealed-log.ts';
import { isClear, isOfSealingRelease } from './seal-event.ts';
import type { Sealer } from './sealer.ts';
import { requireMemoryForSealing, withClaim } from './sealing-claim.ts';
import { closeForSealing, formerHead, removeGenerations, reopen, swapSealedLog } from './sealing-marker.ts';
import { SealingRunsError, writeSealedLog } from './write-sealed-log.ts';

/** Where a sealing is; reported before each step. `seq` and `head` are positions in the old log. */
export type SealingStep =
  | { readonly step: 'closed' }
  | { readonly step: 'writing' | 'checking'; readonly seq: number; readonly head: number }
  | { readonly step: 'swapping' | 'swapped' | 'records' }
  | { readonly step: 'rebuilding'; readonly seq: number; readonly head: number };

/** How to seal. */
export interface SealingOptions {
  readonly sealer: Sealer;
  /** The plain records of the shop, which this room does not know. Sealing them may be repeated. */
  readonly records: { areClear(): Promise<boolean>; seal(): Promise<void> };
  /** Throwing from it stops the sealing there. */
  readonly onStep?: ((step: SealingStep) => void | Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Seals the past of a shop: everybody who stands in its log and records in the clear. The store is closed meanwhile. A sealed log is
 * written beside the old one, compared with it event by event, and taken into use in one step, from which on there is no way
 * back; then the records are sealed and the read models are built anew. Before that step a fault opens the store as it was.
 * Killed anywhere, the same call goes on; where nothing is clear it answers 'nothing'.
 *
 * Throws `SealingRunsError` while another process does it, `LogDamagedError`, and `StoreClosedError` for a store that is not whole.
 */
export function sealLog(redis: Redis, options: SealingOptions): Promise<'sealed' | 'nothing'> {
  return withClaim(redis, () => sealAlone(redis, options));
}

async function sealAlone(redis: Redis, options: SealingOptions): Promise<'sealed' | 'nothing'> {
  const { records, signal } = options;
  const tell = async (step: SealingStep): Promise<void> => {
    signal?.throwIfAborted();
    await options.onStep?.(step);
  };
  const code = await redis.hget(redisKeys.meta, 'code');
  if (code !== swappedCode) {
    if (code !== sealingCode) await scanHead(redis);
    const isLogClear = await holdsClearEvents(redis);
    if (code !== sealingCode && !isLogClear && !(await records.areClear())) return 'nothing';
    // What an earlier try has left takes the memory of this one.
    await redis.unlink(redisKeys.sealing);
    if (isLogClear) await requireMemoryForSealing(redis);
    await closeForSealing(redis);
    try {
      await tell({ step: 'closed' });
      if (isLogClear) await writeAndSwap(redis, options, tell);
    } catch (error) {
      // Nothing has changed yet. What cannot be opened, for Redis is away, stays closed until the same call is made again.
      if (!(error instanceof SealingRunsError)) await reopen(redis).catch(() => undefined);
      throw error;
    }
    if (!isLogClear) {
      await records.seal();
      await reopen(redis);
      return 'sealed';
    }
    await tell({ step: 'swapped' });
  }
  await tell({ step: 'records' });
  await records.seal();
  await removeGenerations(redis);
  await rebuild(redis, {
    ofRestore: true,
    onStep: (step) =>
      step.step === 'batch' ? tell({ step: 'rebuilding', seq: step.seq, head: step.head }) : undefined,
  });
  return 'sealed';
}

type Tell = (step: SealingStep) => Promise<void>;

async function writeAndSwap(redis: Redis, { sealer, signal }: SealingOptions, tell: Tell): Promise<void> {
  const head = await formerHead(redis);
  const passOf = (step: 'writing' | 'checking') => ({
    signal,
    onProgress: (seq: number) => tell({ step, seq, head: head.seq }),
  });
  await writeSealedLog(redis, head, sealer, passOf('writing'));
  const end = await checkSealedLog(redis, head, sealer, passOf('checking'));
  await tell({ step: 'swapping' });
  if (!(await swapSealedLog(redis, head, end))) throw new SealingRunsError();
}

/** Whether anybody can be read in the log, or its sealing was cut off. */
export async function needsSealing(redis: Redis): Promise<boolean> {
  const code = await redis.hget(redisKeys.meta, 'code');
  return code === sealingCode || code === swappedCode || holdsClearEvents(redis);
}

/** Whether anybody can be read in the log. What an older release wrote stands before what a newer one wrote. */
async function holdsClearEvents(redis: Redis): Promise<boolean> {
  if ((await redis.exists(redisKeys.events)) === 0) return false;
  for await (const entries of wholeLog(inRedis(redis), 0)) {
    for (const entry of entries) {
      const event = storedEvent(...entry);
      if (isClear(event)) return true;
      if (isOfSealingRelease(event)) return false;
    }
  }
  return false;
}
