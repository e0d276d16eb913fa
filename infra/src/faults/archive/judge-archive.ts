import { redisKeys } from '@karigar/events';
import type { TestS3 } from '@karigar/events/s3-simulator';
import { createClient } from 'redis';
import type { RedisProcess } from '../../cluster/killable.ts';
import type { OperatorRun } from '../../measuring/operator-run.ts';
import { askRedis } from '../../stack/redis.ts';
import type { Finding } from '../check-history.ts';

/** The events of a log as Redis holds them, by their number; one text each. */
export type Witness = Map<number, string>;

/** A shop with an archive, as its judge sees it. */
export interface ArchivedShop {
  redis: RedisProcess;
  /** An empty Redis beside it, into which archives are restored for comparison. */
  spare: RedisProcess;
  s3: TestS3;
  /** The events of the log until now. */
  witness: Witness;
  /** Runs an operator's command as a process of its own, against this Redis or another. */
  orders(args: readonly string[], how?: { kill?: AbortSignal; redis?: RedisProcess }): Promise<OperatorRun>;
}

const perRead = 1_000;

/** Reads every event that a Redis itself holds. */
export async function readWitness({ url }: RedisProcess): Promise<Witness> {
  const client = await createClient({ url }).connect();
  const events: Witness = new Map();
  try {
    for (let from = '-'; ; ) {
      const entries = (await client.xRange(redisKeys.events, from, '+', { COUNT: perRead })) ?? [];
      for (const { id, message } of entries) events.set(Number.parseInt(id, 10), JSON.stringify(message));
      if (entries.length < perRead) return events;
      from = `(${entries.at(-1)?.id}`;
    }
  } finally {
    client.destroy();
  }
}

/** Names the first event that two logs hold otherwise, up to `to`; null where they are the same. */
export function firstDifference(one: Witness, other: Witness, to: number): number | null {
  for (let seq = 1; seq <= to; seq += 1) if (one.get(seq) !== other.get(seq)) return seq;
  return null;
}

/** Something that is wrong with the archive. */
export const wrong = (what: string): Finding => ({ kind: 'archive', what });

/** Restores the archive into the spare Redis. Gives what the command said, and the events that are there then. */
export async function restoreIntoSpare({ spare, s3, orders }: ArchivedShop) {
  await askRedis(spare.address, 'FLUSHALL');
  const run = await orders(['import', s3.address('shop'), '--yes', '--why', 'test'], { redis: spare });
  return { ...run, events: await readWitness(spare) };
}

/**
 * Judges the archive when everything runs again: it reaches the end of the log by itself, nothing was missing in its middle, and a restore gives the
 * log, event for event, of which the witness tells what has left Redis. What is read of the log is added to the witness.
 */
export async function judgeArchive(lab: ArchivedShop): Promise<Finding[]> {
  const { witness } = lab;
  const log = await readWitness(lab.redis);
  for (const [seq, event] of log) witness.set(seq, event);
  const end = Math.max(...log.keys());
  const archived = await lab.orders(['archive', '--check']);
  if (archived.code !== 0) return [wrong(`archive --check: ${lastLines(archived.output)}`)];
  if (archived.output.includes('written again'))
    return [wrong(`not whole by itself: ${lastLines(archived.output)}`)];
  const restored = await restoreIntoSpare(lab);
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
