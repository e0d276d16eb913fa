import type { Redis } from 'ioredis';
import { readBorder } from '../log/past-events.ts';
import { hashOf, rawEntriesAt } from '../log/read-events.ts';

/** How many positions of the log are asked for at once. */
const atOnce = 1_000;

/** Reads the hashes of the events at these positions, as far as Redis knows them: those in the stream, and the last that has left it. */
export async function hashesInLog(
  redis: Redis,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  for (let at = 0; at < seqs.length; at += atOnce)
    for (const entry of await rawEntriesAt(redis, seqs.slice(at, at + atOnce)))
      hashes.set(Number.parseInt(entry[0], 10), hashOf(entry));
  if (hashes.size === seqs.length) return hashes;
  const border = await readBorder(redis);
  if (border !== null && seqs.includes(border.seq)) hashes.set(border.seq, border.hash);
  return hashes;
}
