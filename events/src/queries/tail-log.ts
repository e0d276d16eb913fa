import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { recordedEvent, storedEventFromList } from '../log/event-fields.ts';
import { LogDamagedError } from '../log/log-errors.ts';
import { recordKeys } from '../log/record-keys.ts';
import type { EventNotice } from '../order-log.ts';
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

/** As Redis sent it: texts become strings only where somebody wants them. */
type StreamAnswer = [key: Buffer, entries: [id: Buffer, fields: Buffer[]][]][] | null;

/** Makes an event out of the id and the flat list of names and values of one entry. */
type ReadEntry<T> = (id: string, fields: readonly Buffer[]) => T;

/** The whole event. Throws what `storedEvent` and `recordedEvent` throw. */
export const recordedEntry: ReadEntry<RecordedEvent> = (id, fields) =>
  recordedEvent(storedEventFromList(id, fields.map(String)));

/** Only what the event is about: under load a tenth of the work. Throws `LogDamagedError` when that is missing. */
export const eventNotice: ReadEntry<EventNotice> = (id, fields) => {
  const seq = Number.parseInt(id, 10);
  const read = (name: string): string => {
    for (let at = 0; at + 1 < fields.length; at += 2) {
      if (String(fields[at]) === name) return String(fields[at + 1]);
    }
    throw new LogDamagedError(seq, `the field ${name} is missing`);
  };
  return { seq, subject: read('subject'), type: read('type'), ts: Number(read('ts')) };
};

/**
 * Follows the log from the event after `from` until the signal aborts. ioredis reads on a connection of its own, because a
 * blocking read holds everything behind it; it connects again by itself, and asking for "after this seq" makes that
 * harmless. Throws what `readEntry` throws.
 */
export async function* tailLog<T extends { readonly seq: number }>(
  url: string,
  from: number,
  signal: AbortSignal,
  readEntry: ReadEntry<T>,
): AsyncGenerator<T> {
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
        const event = readEntry(String(id), fields);
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
    return (await redis.xreadBuffer(...place)) as StreamAnswer;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}
