import type { Redis } from 'ioredis';
import { chainHash, genesisHash, storedEvent, storedFields } from '../log/event-fields.ts';
import { redisKeys } from '../log/redis-keys.ts';

/** An entry of the stream, as Redis gives it. */
export type Entry = [id: string, fields: string[]];

/** Puts another stream in the place of the log, as no command of the shop could. */
export async function tamper(scan: Redis, change: (entries: Entry[]) => Entry[]): Promise<void> {
  const entries = (await scan.xrange(redisKeys.events, '-', '+')) as Entry[];
  await scan.del(redisKeys.events);
  const pipeline = scan.pipeline();
  for (const [id, fields] of change(entries)) pipeline.xadd(redisKeys.events, id, ...fields);
  await pipeline.exec();
}

/** The same with one field of one event. */
export function tamperField(
  scan: Redis,
  seq: number,
  field: (typeof storedFields)[number],
  change: (value: string) => string,
): Promise<void> {
  return tamper(scan, (entries) =>
    entries.map(([id, fields]): Entry => {
      if (id !== `${seq}-0`) return [id, fields];
      const at = 2 * storedFields.indexOf(field) + 1;
      return [id, fields.map((value, index) => (index === at ? change(value) : value))];
    }),
  );
}

/** Makes every hash fit again, as a forger with access to Redis could. */
export function hashAnew(entries: Entry[]): Entry[] {
  let previous = genesisHash;
  return entries.map(([id, fields]): Entry => {
    const stored = storedEvent(id, fields);
    previous = chainHash(previous, stored);
    return [id, [...fields.slice(0, -1), previous]];
  });
}
