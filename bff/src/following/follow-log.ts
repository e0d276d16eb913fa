import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type EventPosition,
  LogUnavailableError,
  logBegin,
  type OrderLog,
  type RecordedEvent,
  redisKeys,
} from '@karigar/events';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { gaugesOf } from '../http/gauges.ts';
import { withLease } from '../payments/lease.ts';
import { beginTurn, keepTurn, moveCursor, readCursor, Turn, TurnLostError } from './turn.ts';

/** Makes something of the log: an index, messages. */
export interface Follower {
  /** Names its cursor, its lease and its metric. */
  readonly name: string;
  /** Where it begins when it has no cursor, or one that is not of this log: at the start (unless said otherwise), or at the end. */
  readonly beginsAt?: 'start' | 'end';
  /**
   * Takes some events in their order. Each comes at least once, and again when a process died before the cursor moved; a write to Redis
   * is held to the turn by `runInTurn`, so that none comes late. What it throws ends the turn: the same events come again.
   */
  take(events: readonly RecordedEvent[], turn: Turn): Promise<void>;
  /** Forgets everything that was made, because it begins anew. May come again. */
  forget(turn: Turn): Promise<void>;
}

/** What a follower is run with. Times in ms. */
interface FollowParts {
  readonly log: Pick<OrderLog, 'eventsAfter' | 'head' | 'redis'>;
  readonly logger: Logger;
  readonly registry: Registry;
  /** How often the end of the log is looked at. */
  readonly everyMs?: number;
  /** How long the work rests when a process dies. */
  readonly leaseMs?: number;
}

/** Events per batch: some milliseconds of work. */
const perBatch = 100;

/**
 * Runs a follower in the background: one process of the shop at a time reads the log from the follower's cursor on, batch by batch. The
 * cursor is kept in Redis with the hash of its event; where the log does not hold it, as after the restore of a backup, everything is
 * made anew. What counts is what Redis says: a process that remembers more than a promoted one holds begins its turn again from there.
 * `stop` lets the batch in hand end.
 */
export function followLog(follower: Follower, parts: FollowParts): { stop(): Promise<void> } {
  const { log, logger, registry, everyMs = 1_000, leaseMs = 15_000 } = parts;
  const { redis } = log;
  const { name } = follower;
  const key = redisKeys.follower(name);
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  const gauges = gaugesOf(registry, async () => {
    const [{ seq }, done] = await Promise.all([log.head(), readCursor(redis, name)]);
    return { done, behind: Math.max(0, seq - done) };
  });
  gauges.one(
    `karigar_follower_seq_${name}`,
    `The last event that the follower "${name}" has taken`,
    ({ done }) => done,
  );
  gauges.one(
    `karigar_follower_behind_${name}`,
    `Events of the log that the follower "${name}" has not taken yet`,
    ({ behind }) => behind,
  );

  let told = '';
  /** Says what keeps the follower from its work, once until it goes on. */
  const tell = (error: unknown) => {
    const what = error instanceof Error ? error.message : String(error);
    if (what === told) return;
    told = what;
    logger.warn({ err: error, follower: name }, 'a follower of the log cannot go on; it tries again');
  };

  /** Does one batch. Answers where the follower stands then, and whether more is waiting. */
  const step = async (turn: Turn, position: EventPosition) => {
    const read = await log.eventsAfter(position, perBatch);
    if (read === null) return { position: null, full: true };
    const last = read.events.at(-1);
    if (last === undefined) await keepTurn(redis, turn);
    else {
      await follower.take(read.events, turn);
      await moveCursor(redis, turn, last);
    }
    told = '';
    return { position: last ?? position, full: read.full };
  };
  const startAnew = async (turn: Turn): Promise<EventPosition> => {
    const { beginsAt = 'start' } = follower;
    // In a Redis that was promoted without the last moves of the cursor, the turn begins again from the one that it holds.
    await keepTurn(redis, turn);
    logger.info({ follower: name, beginsAt }, 'a follower begins anew');
    await follower.forget(turn);
    const position = beginsAt === 'end' ? await log.head() : logBegin;
    await moveCursor(redis, turn, position);
    return position;
  };
  const work = async () => {
    const turn = new Turn(key);
    let position = await beginTurn(redis, turn);
    while (!signal.aborted) {
      const begun = performance.now();
      try {
        position ??= await startAnew(turn);
        const done = await step(turn, position);
        position = done.position;
        // While it is far behind, it rests as long as it has worked: those who are being served come first.
        await rest(done.full ? performance.now() - begun : everyMs);
      } catch (error) {
        // Nobody else could do better while Redis is away; any other fault may be one of this process alone.
        if (!(error instanceof LogUnavailableError)) throw error;
        tell(error);
        await rest(everyMs);
      }
    }
  };
  const running = (async () => {
    while (!signal.aborted) {
      await withLease(redis, `follow-${name}`, leaseMs, work).catch((error: unknown) => {
        if (!(error instanceof TurnLostError)) tell(error);
      });
      await rest(everyMs);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
