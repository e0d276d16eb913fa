import type { Redis } from 'ioredis';
import { chainHash, genesisHash, namedFields, type StoredEvent, storedFields } from '../log/event-fields.ts';
import { LogDamagedError } from '../log/log-errors.ts';
import { ChainCheck, type LogPosition, logStart } from '../log/log-scan.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { inRedis, wholeLog } from '../log/whole-log.ts';
import { OrderOwners } from './order-owners.ts';
import { EventSealer, type UnchainedEvent } from './seal-event.ts';
import type { Sealer } from './sealer.ts';

/** Another process writes to the sealed log as well: one of them has to end. */
export class SealingRunsError extends Error {
  constructor() {
    super('Another process is sealing this log: wait for its end');
    this.name = 'SealingRunsError';
  }
}

/** How to go through the log. */
export interface SealingPass {
  readonly signal?: AbortSignal | undefined;
  /** Told where the old log is read; may throw to stop. */
  readonly onProgress?: ((seq: number) => void | Promise<void>) | undefined;
}

/** Events per read and write: a few milliseconds of Redis's time. */
const perWrite = 200;

/**
 * Writes the sealed log, of which nothing may be there yet, beside the old one: first an event that names the old
 * head, then every old event, one position later, with a chain of its own. Answers where it ends. Throws `LogDamagedError` at an
 * event that is not as it was written: what is damaged is repaired first. Throws `SealingRunsError`.
 */
export async function writeSealedLog(
  redis: Redis,
  head: LogPosition,
  sealer: Sealer,
  { signal, onProgress }: SealingPass,
): Promise<LogPosition> {
  const events = new EventSealer(sealer, new OrderOwners(redis, signal));
  const check = new ChainCheck(logStart);
  const writer = new SealedWriter(redis);
  for await (const entries of wholeLog(inRedis(redis), 0, { signal, size: perWrite })) {
    const old = entries.map(([id, fields]) => {
      const { seq, stored, event, faults } = check.check(id, fields);
      if (stored === null || event === null || faults.length > 0)
        throw new LogDamagedError(seq, faults.join('; '));
      return stored;
    });
    const [first] = old;
    const opening = writer.position.seq === 0 && first !== undefined ? [openingEvent(head, first.ts)] : [];
    await writer.write([...opening, ...(await Promise.all(old.map((stored) => events.seal(stored))))]);
    await onProgress?.(check.position.seq);
  }
  const { seq, hash } = check.position;
  if (seq !== head.seq || hash !== head.hash)
    throw new LogDamagedError(seq, `the log ends with it, and its head names event ${head.seq}`);
  return writer.position;
}

/** The first event of a sealed log. Its time is that of the event behind it, for times do not fall. */
function openingEvent({ seq, hash, ts }: LogPosition, firstTs: string): UnchainedEvent {
  return {
    seq: 1,
    subject: 'log',
    v: '0',
    type: 'log.sealed',
    schema: '1',
    ts: firstTs,
    data: JSON.stringify({ seq, hash, ts }),
    actor: 'system:sealing',
    correlationId: '',
    requestHash: '',
  };
}

/** Appends to the sealed log, chaining one event to the other. */
class SealedWriter {
  readonly #redis: Redis;
  #position = logStart;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  get position(): LogPosition {
    return this.#position;
  }

  async write(events: readonly UnchainedEvent[]): Promise<void> {
    const before = this.#position;
    const words = events.flatMap((event) => {
      const hash = chainHash(this.#position.hash, { ...event, hash: '' });
      const stored: StoredEvent = { ...event, hash };
      this.#position = { seq: stored.seq, hash, ts: Number(stored.ts) };
      return [`${stored.seq}-0`, ...namedFields(storedFields.map((name) => stored[name]))];
    });
    const top = before.hash === genesisHash ? '' : `${before.seq}-0`;
    const answer = await this.#redis.eval(writeScript, 1, redisKeys.sealing, top, ...words);
    if (answer !== 'OK') throw new SealingRunsError();
  }
}

/**
 * KEYS the sealed log   ARGV its last id, '' when it is empty; then per event its id and its fields
 * Answers OK | MOVED (another process has written to it)
 */
const writeScript = `#!lua
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if (last and last[1] or '') ~= ARGV[1] then return 'MOVED' end
local words = ${1 + 2 * storedFields.length}
for i = 2, #ARGV, words do redis.call('XADD', KEYS[1], unpack(ARGV, i, i + words - 1)) end
return 'OK'
`;
