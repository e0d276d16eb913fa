import { withClient } from './filled-redis.ts';

/** Something that kept Redis from answering anybody, as its own latency monitor saw it. */
export interface Stall {
  /** Redis's name for it: `command`, `fork`, `aof-fsync-always` … */
  event: string;
  /** In how many seconds it came. */
  seconds: number;
  longestMs: number;
  /** The last 160 of those seconds (since 1970), and how long it took in the worst case of each. */
  history: readonly (readonly [second: number, ms: number])[];
}

/** Has Redis note what takes longer than this from now on (https://redis.io/docs/latest/operate/oss_and_stack/management/optimization/latency-monitor/). */
export const watchStalls = (url: string, longerThanMs: number): Promise<unknown> =>
  withClient(url, async (client) => {
    await client.configSet('latency-monitor-threshold', String(longerThanMs));
    await client.sendCommand(['LATENCY', 'RESET']);
  });

/** Reads what Redis noted since `watchStalls`, the longest first. */
export const readStalls = (url: string): Promise<Stall[]> =>
  withClient(url, async (client) => {
    const ask = async <T>(...words: string[]) => (await client.sendCommand(['LATENCY', ...words])) as T;
    const latest = await ask<[event: string, at: number, last: number, longest: number][]>('LATEST');
    const stalls = await Promise.all(
      latest.map(async ([event, , , longestMs]) => {
        const history = await ask<[second: number, ms: number][]>('HISTORY', event);
        return { event, seconds: history.length, longestMs, history };
      }),
    );
    return stalls.sort((a, b) => b.longestMs - a.longestMs);
  });
