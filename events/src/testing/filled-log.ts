import { archivedEntries } from '../archive/segment-events.ts';
import { readChain } from '../archive/segments.ts';
import { chainHash, type RawEntry, storedEvent } from '../log/event-fields.ts';
import { openScan, type Scan } from '../log/open-scan.ts';
import type { ArchiveMoment } from '../log/past-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { readHead } from '../log/store-head.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { fillLog } from './fill-log.ts';
import { rawRedis } from './raw-redis.ts';
import { startRedis } from './start-redis.ts';

/** A filled log on a Redis of its own. */
export interface FilledLog {
  url: string;
  live: Scan;
  shop: string;
  /** All entries of the log. */
  whole: readonly RawEntry[];
  /** The head of the log if it ended with the event `seq`, in an epoch. */
  headAt(seq: number, epoch?: number): { shop: string; epoch: number; seq: number };
  /** Reads the log of this shop from an archive. */
  archived(store: ObjectStore, until?: ArchiveMoment): Promise<RawEntry[]>;
  /** Works with a log of `to` events that differs from this one from the event `from` on. */
  withFork<T>(from: number, to: number, work: (fork: Scan) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Opens such a log. What is tested is what Redis answers, not its disk. */
export async function filledLog(orders = 1_600): Promise<FilledLog> {
  const redis = await startRedis(['--appendonly', 'no']);
  await fillLog({ url: redis.url, orders });
  const live = await openScan(redis.url, 'test');
  const { shop } = await readHead(live.client);
  const whole = await live.events.entries(0, 100_000);
  return {
    ...{ url: redis.url, live, shop, whole },
    headAt: (seq, epoch = 1) => ({ shop, epoch, seq }),
    async archived(store, until) {
      const all: RawEntry[] = [];
      for await (const entries of archivedEntries(store, await readChain(store, shop), until))
        all.push(...entries);
      return all;
    },
    async withFork(from, to, work) {
      const other = await rawRedis(redis.url);
      const fork = await openScan(`${redis.url}/1`, 'fork');
      try {
        await other.select(1);
        await other.flushdb();
        let hash = '';
        for (const [id, fields] of whole.slice(0, to)) {
          const values = [...fields];
          if (Number.parseInt(id, 10) >= from) {
            values[15] = 'fork';
            values[19] = chainHash(hash, storedEvent(id, values));
          }
          hash = values[19] ?? '';
          await other.xadd(redisKeys.events, id, ...values);
        }
        return await work(fork);
      } finally {
        other.disconnect();
        await fork.close();
      }
    },
    async stop() {
      await live.close();
      await redis.stop();
    },
  };
}
