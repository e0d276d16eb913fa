import type { Store } from '../log/generation-reader.ts';
import { LogDamagedError, LogUnavailableError } from '../log/log-errors.ts';
import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { readHead, restoringCode } from '../log/store-head.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { type HeldBack, type LeavingSegment, leavingSegments, type TrimLimits } from './leaving-segments.ts';

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

/** How to trim. */
interface TrimOptions extends TrimLimits {
  /** Goes no further than to this event. */
  readonly upTo?: number | undefined;
  /** Called with the last event of each segment that was checked, before it leaves. */
  readonly onSegment?: ((to: number) => void) | undefined;
}

/** Says what a trim would do, having read back and checked every segment. Changes nothing. Throws what `leavingSegments` throws. */
export function planTrim(store: Store, objects: ObjectStore, options: TrimOptions): Promise<Trim> {
  return trim(store, objects, options, async () => undefined);
}

/**
 * Removes from Redis the events that may leave it, one segment at a time, each read back and checked right before. `trimmer` is a
 * connection of the user that may trim. Killed anywhere, what is done is done whole, and the same call goes on. Throws what
 * `leavingSegments` throws, `LogDamagedError` where the log is not what the archive holds, and `LogUnavailableError` where another trim
 * runs at the same time.
 */
export async function trimLog(
  store: Store,
  trimmer: RedisClient,
  objects: ObjectStore,
  options: TrimOptions,
): Promise<Trim> {
  const { shop } = await readHead(store.client);
  return trim(store, objects, options, async ({ from, to, hash, ts, next }) => {
    const words = [shop, from - 1, to, hash, ts, next].map(String);
    const keys = [redisKeys.events, redisKeys.meta];
    const answer = await trimmer.run((connection) => connection.eval(trimScript, { keys, arguments: words }));
    refuseUnlessDone(String(answer), to);
  });
}

async function trim(
  store: Store,
  objects: ObjectStore,
  options: TrimOptions,
  cut: (segment: LeavingSegment) => Promise<void>,
): Promise<Trim> {
  const perEvent = await bytesPerEvent(store.client);
  const from = (await readHead(store.client)).trimmedTo + 1;
  const { upTo = Number.POSITIVE_INFINITY, onSegment } = options;
  const segments = leavingSegments(store, objects, options);
  let [to, ts] = [from - 1, 0];
  for (;;) {
    const { value, done } = await segments.next();
    if (done === true || value.to > upTo) {
      const events = to - from + 1;
      const held = done === true ? value : ({ by: 'plan', from: value.from } as const);
      return { from, to, events, ts, bytes: Math.round(events * perEvent), held };
    }
    onSegment?.(value.to);
    await cut(value);
    ({ to, ts } = value);
  }
}

/** What an event takes of Redis's memory (bytes), as Redis estimates its stream. */
async function bytesPerEvent(client: RedisClient): Promise<number> {
  const [bytes, events] = await client.run((connection) =>
    Promise.all([connection.memoryUsage(redisKeys.events), connection.xLen(redisKeys.events)]),
  );
  return Number(bytes ?? 0) / Math.max(1, events);
}

/**
 * Removes the oldest events of the log and writes where it begins from now on, or does nothing at all. It compares what the archive says of
 * the last event that goes with what Redis holds, and that the next one stays.
 *
 * A user that may not trim is refused before anything is written, by a trim that removes nothing: Redis does not undo what a script has done.
 * `allow-oom`, because a full memory is why one trims.
 *
 * KEYS ev meta   ARGV shop, the border until now, the last event that goes: seq, hash, ts; the hash of the first that stays
 * Answers OK removed | SHOP id | CLOSED | MOVED border | LAST | NEXT
 */
const trimScript = `#!lua flags=allow-oom
local call = redis.call
local shop, code, border = unpack(call('HMGET', KEYS[2], 'shop', 'code', 'trimSeq'))
if shop ~= ARGV[1] then return 'SHOP ' .. tostring(shop) end
if not code or string.find(code, '^${restoringCode}') then return 'CLOSED' end
if (border or '0') ~= ARGV[2] then return 'MOVED ' .. tostring(border) end
local id, next = ARGV[3] .. '-0', string.format('%d', ARGV[3] + 1) .. '-0'
local function hashAt(at)
  local entry = call('XRANGE', KEYS[1], at, at)[1]
  return entry and entry[2][#entry[2]]
end
if hashAt(id) ~= ARGV[4] then return 'LAST' end
if hashAt(next) ~= ARGV[6] then return 'NEXT' end
call('XTRIM', KEYS[1], 'MINID', '=', '0-1')
call('HSET', KEYS[2], 'trimSeq', ARGV[3], 'trimHash', ARGV[4], 'trimTs', ARGV[5])
return 'OK ' .. call('XTRIM', KEYS[1], 'MINID', '=', next)
`;

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
      throw new LogUnavailableError(`Another trim runs as well: the log begins behind event ${detail} now`);
    case 'SHOP':
      throw new LogUnavailableError(`The user that may trim is of the Redis of another shop (${detail})`);
    case 'CLOSED':
      throw new LogUnavailableError('The shop is closed: it is being restored');
    default:
      throw new Error(`The trim script answered: ${answer}`);
  }
}
