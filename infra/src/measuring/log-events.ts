import { openOrderLog, type PastEvents, type RecordedEvent } from '@karigar/events';

/** Reads every event of a shop's log, oldest first, as of the moment of the call; `past` gives those that have left Redis. */
export async function readEvents(redisUrl: string, past?: PastEvents): Promise<RecordedEvent[]> {
  const log = await openOrderLog({ url: redisUrl, name: 'harness', past });
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
