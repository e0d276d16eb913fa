import { openOrderLog, type RecordedEvent } from '@karigar/events';

/** Reads every event of a shop's log, oldest first, as of the moment of the call. */
export async function readEvents(redisUrl: string): Promise<RecordedEvent[]> {
  const log = await openOrderLog({ url: redisUrl, name: 'harness' });
  const end = new AbortController();
  try {
    const { seq: last } = await log.head();
    const events: RecordedEvent[] = [];
    if (last === 0) return events;
    for await (const event of log.tail(0, end.signal)) {
      events.push(event);
      if (event.seq >= last) break;
    }
    return events;
  } finally {
    end.abort();
    await log.close();
  }
}
