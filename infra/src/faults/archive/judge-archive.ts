import { openScan } from '@karigar/events';
import { askRedis } from '../../cluster/ask-redis.ts';
import type { RedisProcess } from '../../cluster/redis-process.ts';
import type { Finding } from '../check-history.ts';
import { type ArchiveEnvironment, addressOf } from './archive-environment.ts';

/** The events of a log as Redis holds them, by their number; one text each. */
export type Witness = Map<number, string>;

/** Reads the events that a Redis holds after `after`. */
export async function readWitness(redis: Pick<RedisProcess, 'port'>, after = 0): Promise<Witness> {
  const store = await openScan(addressOf(redis), 'harness-witness');
  const events: Witness = new Map();
  try {
    for await (const entries of store.events.batches(after))
      for (const [id, fields] of entries) events.set(Number.parseInt(id, 10), JSON.stringify(fields));
    return events;
  } finally {
    await store.close();
  }
}

/** Names the first event that two logs hold otherwise, up to `to`; null where they are the same. */
export function firstDifference(one: Witness, other: Witness, to: number): number | null {
  for (let seq = 1; seq <= to; seq += 1) if (one.get(seq) !== other.get(seq)) return seq;
  return null;
}

const wrong = (what: string): Finding => ({ kind: 'archive', what });

/** Restores the archive into the spare Redis. Gives what the command said, and the events that are there then. */
export async function restoreIntoSpare({ spare, s3, orders }: ArchiveEnvironment) {
  await askRedis(`127.0.0.1:${spare.port}`, 'FLUSHALL');
  const run = await orders(['import', s3.address('shop'), '--yes', '--why', 'test'], {
    redis: spare,
  });
  return { ...run, events: await readWitness(spare) };
}

/**
 * Judges the archive when everything runs again: it reaches the end of the log by itself, nothing was missing in its middle, and a restore gives the
 * log, event for event, of which `witness` tells what has left Redis. What is read of the log is added to `witness`.
 */
export async function judgeArchive(environment: ArchiveEnvironment, witness: Witness): Promise<Finding[]> {
  const log = await readWitness(environment.redis);
  for (const [seq, event] of log) witness.set(seq, event);
  const end = Math.max(...log.keys());
  const archived = await environment.orders(['archive', '--check']);
  if (archived.code !== 0) return [wrong(`archive --check: ${lastLines(archived.output)}`)];
  if (archived.output.includes('written again'))
    return [wrong(`not whole by itself: ${lastLines(archived.output)}`)];
  const restored = await restoreIntoSpare(environment);
  if (restored.code !== 0) return [wrong(`restore: ${lastLines(restored.output)}`)];
  const difference = firstDifference(witness, restored.events, end);
  return difference === null ? [] : [wrong(`event ${difference} is restored otherwise than it was`)];
}

/** The end of what a command printed, in one line. */
export const lastLines = (output: string): string =>
  output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-6)
    .join(' | ');
