import type { Redis } from 'ioredis';
import { recordedEvent, storedEventFromList } from '../log/event-fields.ts';
import { type GenerationKeys, generationKeys } from '../log/generation-keys.ts';
import type { GuardedRead } from '../log/generation-reader.ts';
import { membershipScript, readScript } from '../log/read-scripts.ts';
import { recordKeys } from '../log/record-keys.ts';
import type { ScriptAnswer } from '../log/redis-connection.ts';
import type { RecordedEvent } from '../orders/order-event.ts';

/** Reads per script call: a few milliseconds of Redis's time. */
const readsPerCall = 500;

/** The generation that is in use now. */
export async function keysInUse(redis: Redis): Promise<GenerationKeys> {
  return generationKeys(Number((await redis.hget(recordKeys.meta, 'gen')) ?? 1));
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

/** Sets that hold an order or not: one per state, and the same per state of its person and of its tool name. */
const setsOfOrder = 9;
const ordersPerCall = 50;

/** The document and nine scores of each order, all of an order read at one moment; `sets` names the nine of an order. */
export async function readMemberships(
  redis: Redis,
  keys: GenerationKeys,
  orders: readonly { readonly id: string; readonly sets: readonly string[] }[],
): Promise<ScriptAnswer[][] | 'moved'> {
  const answers: ScriptAnswer[][] = [];
  for (let start = 0; start < orders.length; start += ordersPerCall) {
    const part = orders.slice(start, start + ordersPerCall);
    const touched = [recordKeys.meta, ...part.flatMap(({ id, sets }) => [keys.order(id), ...sets])];
    const [state, ...flat] = (await redis.eval(
      membershipScript,
      touched.length,
      ...touched,
      String(keys.gen),
      ...part.map(({ id }) => id),
    )) as ScriptAnswer[];
    if (state !== 'OK') return 'moved';
    for (let at = 0; at < flat.length; at += setsOfOrder + 1)
      answers.push(flat.slice(at, at + setsOfOrder + 1));
  }
  return answers;
}

/** The events at these places; null for one that is missing or cannot be read. */
export async function eventsOf(
  redis: Redis,
  seqs: Iterable<number>,
): Promise<Map<number, RecordedEvent | null>> {
  const wanted = [...new Set(seqs)];
  const pipeline = redis.pipeline();
  for (const seq of wanted) pipeline.xrange(recordKeys.events, `${seq}-0`, `${seq}-0`);
  const answers = wanted.length === 0 ? [] : ((await pipeline.exec()) ?? []);
  const found = new Map<number, RecordedEvent | null>();
  for (const [index, [, entries]] of answers.entries()) {
    const entry = (entries as [string, string[]][] | null)?.[0];
    found.set(wanted[index] as number, entry === undefined ? null : readOrNull(entry));
  }
  return found;
}

function readOrNull([id, fields]: [string, string[]]): RecordedEvent | null {
  try {
    return recordedEvent(storedEventFromList(id, fields));
  } catch {
    return null;
  }
}
