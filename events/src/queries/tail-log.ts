import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { recordedEvent, storedEventFromList } from '../log/event-fields.ts';
import { recordKeys } from '../log/record-keys.ts';
import type { RecordedEvent } from '../orders/order-event.ts';

/** Events per read; a tail that starts far back must not take the whole log into memory. */
const perRead = 500;
/**
 * Pause after a read that brought the last of the news (ms). Under load the news of that time then comes in one read; without it
 * each append would wake the reader on its own, which costs Redis and us a good part of what the append costs.
 */
const gatherMs = 10;
/** How long one read waits for news (ms). A finite time notices a connection that died without a word. */
const blockMs = 5_000;

type StreamAnswer = [key: string, entries: [id: string, fields: string[]][]][] | null;

/**
 * Follows the log from the event after `from` until the signal aborts. ioredis reads on a connection of its own, because a
 * blocking read holds everything behind it; it connects again by itself, and asking for "after this seq" makes that
 * harmless. Throws `UnknownSchemaError` at an event of a newer release.
 */
export async function* tailLog(
  url: string,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent> {
  if (signal.aborted) return;
  const redis = new Redis(url, {
    connectionName: 'karigar-tail',
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(50 * times, 1_000),
  });
  // Lost connections are made anew; without a listener each would be reported as unhandled.
  redis.on('error', () => undefined);
  const stop = (): void => redis.disconnect();
  signal.addEventListener('abort', stop, { once: true });
  try {
    let last = from;
    while (!signal.aborted) {
      const answer = await read(redis, last, signal);
      const entries = answer?.[0]?.[1] ?? [];
      for (const [id, fields] of entries) {
        const event = recordedEvent(storedEventFromList(id, fields));
        last = event.seq;
        yield event;
        if (signal.aborted) return;
      }
      if (entries.length > 0 && entries.length < perRead) await gather(signal);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    redis.disconnect();
  }
}

async function gather(signal: AbortSignal): Promise<void> {
  await delay(gatherMs, undefined, { signal }).catch(() => undefined);
}

async function read(redis: Redis, after: number, signal: AbortSignal): Promise<StreamAnswer> {
  try {
    const place = ['COUNT', perRead, 'BLOCK', blockMs, 'STREAMS', recordKeys.events, `${after}-0`] as const;
    return (await redis.xread(...place)) as StreamAnswer;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}
