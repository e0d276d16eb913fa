import { withClient } from './filled-redis.ts';

/** Reads what a Redis has taken of memory for its data and for itself (bytes). */
export const usedMemory = (port: number): Promise<number> =>
  withClient(port, async (client) => Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]));

/** Keys per read. */
const perScan = 1_000;

/**
 * Adds up what the keys of each kind take by themselves (bytes), the largest kind first. A kind is what a key names without its
 * generation: `ev`, `order`, `person`, `tx` …
 */
export function memoryByKind(port: number): Promise<(readonly [kind: string, bytes: number])[]> {
  return withClient(port, async (client) => {
    const kinds = new Map<string, number>();
    let cursor = '0';
    do {
      const found = await client.scan(cursor, { COUNT: perScan });
      const sizes = await Promise.all(found.keys.map((key) => client.memoryUsage(key)));
      for (const [at, key] of found.keys.entries()) {
        const kind = /^\{o\}:(?:g\d+:)?([^:]+)/.exec(key)?.[1] ?? key;
        kinds.set(kind, (kinds.get(kind) ?? 0) + (sizes[at] ?? 0));
      }
      cursor = String(found.cursor);
    } while (cursor !== '0');
    return [...kinds].sort((a, b) => b[1] - a[1]);
  });
}
