import type { Redis } from 'ioredis';
import { recordedEvent, storedEventFromList } from '../log/event-fields.ts';
import { type GenerationKeys, generationKeys } from '../log/generation-keys.ts';
import type { GuardedRead } from '../log/generation-reader.ts';
import { LogUnavailableError } from '../log/log-errors.ts';
import { noLog } from '../log/open-store.ts';
import { type RawEntry, rawEntriesAt } from '../log/read-events.ts';
import { membershipScript, readScript } from '../log/read-scripts.ts';
import { recordKeys } from '../log/record-keys.ts';
import type { ScriptAnswer } from '../log/redis-connection.ts';
import type { RecordedEvent } from '../orders/order-event.ts';

/** Reads per script call: a few milliseconds of Redis's time. */
const readsPerCall = 500;

/** The generation that is in use now. Throws `LogUnavailableError` when there is no log. */
export async function keysInUse(redis: Redis): Promise<GenerationKeys> {
  const gen = await redis.hget(recordKeys.meta, 'gen');
  // A guess would be wrong for ever: each read would answer that the generation has moved.
  if (gen === null) throw new LogUnavailableError(noLog);
  return generationKeys(Number(gen));
}

/**
 * Reads of one generation, `group` of them always at one moment; 'moved' when it is not in use any more. Long lists are
 * cut between groups.
 */
export async function readGroups(
  redis: Redis,
  keys: GenerationKeys,
  groups: readonly (readonly GuardedRead[])[],
): Promise<ScriptAnswer[][] | 'moved'> {
  const answers: ScriptAnswer[][] = [];
  for (let start = 0; start < groups.length; ) {
    let end = start;
    let size = 0;
    while (end < groups.length && (end === start || size + (groups[end]?.length ?? 0) <= readsPerCall)) {
      size += groups[end]?.length ?? 0;
      end += 1;
    }
    const part = groups.slice(start, end);
    const found = await readOnce(redis, keys, part.flat());
    if (found === 'moved') return 'moved';
    let at = 0;
    for (const group of part) {
      answers.push(found.slice(at, at + group.length));
      at += group.length;
    }
    start = end;
  }
  return answers;
}

async function readOnce(
  redis: Redis,
  keys: GenerationKeys,
  reads: readonly GuardedRead[],
): Promise<ScriptAnswer[] | 'moved'> {
  const touched = [recordKeys.meta, ...reads.flatMap((read) => read.keys)];
  const words = reads.flatMap((read) => [String(read.words.length), ...read.words]);
  const [state, ...answers] = (await redis.eval(
    readScript,
    touched.length,
    ...touched,
    String(keys.gen),
    ...words,
  )) as ScriptAnswer[];
  return state === 'OK' ? answers : 'moved';
}

/** How an order is stored: its document, and its place in nine sets. */
export interface StoredOrder {
  readonly document: string | null;
  /** Its score in each of its sets, '' where it is no member. */
  readonly scores: readonly string[];
  /** Orders in those sets of its person whose newest it is. */
  readonly people: number;
}

/** Sets that hold an order or not: one per state, and the same per state of its person and of its tool name. */
const setsOfOrder = 9;
const ordersPerCall = 50;

/** How orders are stored, all of an order read at one moment; `sets` names the nine of an order. */
export async function readStored(
  redis: Redis,
  keys: GenerationKeys,
  orders: readonly { readonly id: string; readonly sets: readonly string[] }[],
): Promise<StoredOrder[] | 'moved'> {
  const calls: Promise<ScriptAnswer[]>[] = [];
  for (let start = 0; start < orders.length; start += ordersPerCall) {
    const part = orders.slice(start, start + ordersPerCall);
    const touched = [recordKeys.meta, ...part.flatMap(({ id, sets }) => [keys.order(id), ...sets])];
    const ids = part.map(({ id }) => id);
    calls.push(
      redis.eval(membershipScript, touched.length, ...touched, String(keys.gen), ...ids) as Promise<
        ScriptAnswer[]
      >,
    );
  }
  const stored: StoredOrder[] = [];
  for (const [state, ...answers] of await Promise.all(calls)) {
    if (state !== 'OK') return 'moved';
    for (let at = 0; at < answers.length; at += 2) {
      const places = String(answers[at + 1]).split(',');
      const document = answers[at] as string | null;
      stored.push({ document, scores: places.slice(0, setsOfOrder), people: Number(places[setsOfOrder]) });
    }
  }
  return stored;
}

/** Single events per call: a few milliseconds of Redis's time. */
const eventsPerCall = 500;

/** The events at these places; one that is missing or cannot be read is left out, and so is a place that cannot be. */
export async function farEvents(redis: Redis, seqs: readonly number[]): Promise<RecordedEvent[]> {
  const places = seqs.filter((seq) => Number.isSafeInteger(seq) && seq > 0);
  const events: RecordedEvent[] = [];
  // One after the other: Redis would answer questions that come together in one turn.
  for (let start = 0; start < places.length; start += eventsPerCall) {
    const entries = await rawEntriesAt(redis, places.slice(start, start + eventsPerCall));
    events.push(...entries.flatMap(readIfSound));
  }
  return events;
}

function readIfSound([id, fields]: RawEntry): RecordedEvent[] {
  try {
    return [recordedEvent(storedEventFromList(id, fields))];
  } catch {
    return [];
  }
}
