import type { Redis } from 'ioredis';
import { LogDamagedError, LogUnavailableError } from '../log/log-errors.ts';
import { readBorder } from '../log/past-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { scanHead } from '../log/store-head.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { type HeldBack, type LeavingSegment, leavingSegments, type TrimLimits } from './leaving-segments.ts';
import { trimScript } from './trim-script.ts';

/** What leaves Redis, or left it, and what holds the rest back. */
export interface Trim {
  /** The first and the last event, and how many there are; none where `events` is 0. */
  readonly from: number;
  readonly to: number;
  readonly events: number;
  /** The time of the last of them (ms). */
  readonly ts: number;
  /** What the events take of Redis's memory, estimated (bytes). */
  readonly bytes: number;
  readonly held: HeldBack;
}

/** How to trim, and who hears of it. */
interface TrimOptions extends TrimLimits {
  /** Goes no further than to this event, as somebody was told: what may leave since then stays. */
  readonly upTo?: number | undefined;
  /** Hears of each segment that was checked. */
  readonly onSegment?: ((to: number) => void) | undefined;
  /** Hears of each step before it is done; throwing from it stops there, with nothing half done. */
  readonly onStep?: ((to: number) => void) | undefined;
  /** Segments per step. */
  readonly stepSize?: number | undefined;
}

/** Redis does nothing else while it removes them: ten segments take a few milliseconds. */
const segmentsPerStep = 10;

/** Says what a trim would do, having read back and checked every segment. Changes nothing. Throws what `leavingSegments` throws. */
export async function planTrim(redis: Redis, store: ObjectStore, options: TrimOptions): Promise<Trim> {
  return trim(redis, store, options, async () => undefined);
}

/**
 * Removes from Redis the events that may leave it, some segments at a time, each read back and checked right before. `trimmer` is a
 * connection of the user that may trim. Killed anywhere, what is done is done whole, and the same call goes on. Throws what
 * `leavingSegments` throws, `LogDamagedError` where the log is not what the archive holds, and `LogUnavailableError` where somebody else
 * trims at the same time.
 */
export async function trimLog(
  redis: Redis,
  trimmer: Redis,
  store: ObjectStore,
  options: TrimOptions,
): Promise<Trim> {
  const { shop } = await scanHead(redis);
  return trim(redis, store, options, async (segment, before) => {
    options.onStep?.(segment.to);
    const { to, hash, ts, next } = segment;
    const answer = await trimmer.eval(
      ...([trimScript, 2, redisKeys.events, redisKeys.meta] as const),
      ...[shop, before, to, hash, ts, next],
    );
    refuseUnlessDone(String(answer), to);
  });
}

async function trim(
  redis: Redis,
  store: ObjectStore,
  options: TrimOptions,
  cut: (segment: LeavingSegment, before: number) => Promise<void>,
): Promise<Trim> {
  const perEvent = await bytesPerEvent(redis);
  const first = ((await readBorder(redis))?.seq ?? 0) + 1;
  const { stepSize = segmentsPerStep, upTo = Number.POSITIVE_INFINITY } = options;
  const segments = leavingSegments(redis, store, options);
  let waiting = 0;
  let last: LeavingSegment | null = null;
  let before = first - 1;
  const step = async (): Promise<void> => {
    if (last === null || waiting === 0) return;
    await cut(last, before);
    [before, waiting] = [last.to, 0];
  };
  for (;;) {
    const { value, done } = await segments.next();
    if (done === true || value.to > upTo) {
      await step();
      const to = before;
      const events = to - first + 1;
      return {
        from: first,
        to,
        events,
        ts: last?.ts ?? 0,
        bytes: Math.round(events * perEvent),
        held: done === true ? value : { by: 'plan', from: value.from },
      };
    }
    last = value;
    waiting += 1;
    options.onSegment?.(value.to);
    if (waiting === stepSize) await step();
  }
}

/** What an event takes of Redis's memory (bytes), as Redis estimates its stream. */
async function bytesPerEvent(redis: Redis): Promise<number> {
  const [bytes, events] = await Promise.all([
    redis.memory('USAGE', redisKeys.events),
    redis.xlen(redisKeys.events),
  ]);
  return Number(bytes ?? 0) / Math.max(1, events);
}

/** Throws what the answer of the trim script says went wrong. */
function refuseUnlessDone(answer: string, to: number): void {
  const [code, detail] = answer.split(' ');
  switch (code) {
    case 'OK':
      return;
    case 'LAST':
      throw new LogDamagedError(to, 'in Redis it is another one than in the archive');
    case 'NEXT':
      throw new LogDamagedError(to + 1, 'it is not there any more, or is another one');
    case 'MOVED':
      throw new LogUnavailableError(
        `Somebody else trims the log as well: it begins behind event ${detail} now`,
      );
    case 'SHOP':
      throw new LogUnavailableError(`The user that may trim is of the Redis of another shop (${detail})`);
    case 'CLOSED':
      throw new LogUnavailableError(
        'The shop is closed: a backup is being restored, or its log is being sealed',
      );
    default:
      throw new Error(`The trim script answered: ${answer}`);
  }
}
