import type { Review, ShopConfig, Tool } from '@karigar/bff/contracts';
import { createStore, type Store } from '../store.ts';
import { setTimeZone } from '../ui/time.ts';
import type { StartupCache } from './startup-cache.ts';

/** Rows that this page holds in memory. `etag` names the shop's answer that they come from. */
export interface CachedRows<T> {
  rows: T[];
  etag: string | null;
  savedAt: number;
}

/** Undefined while neither the database nor the shop has been heard. */
export type RowCache<T> = Store<CachedRows<T> | undefined>;

/** The public rows that this page can show without asking the database. */
export const memoryCache = {
  tools: createStore<CachedRows<Tool> | undefined>(undefined),
  reviews: createStore<CachedRows<Review> | undefined>(undefined),
};

let config: ShopConfig | undefined;
let isEmpty = false;

/**
 * Caches what the shop has answered or the database held, unless something newer is cached. What claims to be of the
 * future was saved under a wrong clock, and is replaced.
 */
export function cacheRows<T>(cache: RowCache<T>, next: CachedRows<T>): void {
  const before = cache.get();
  if (before !== undefined && before.savedAt > next.savedAt && before.savedAt <= Date.now()) return;
  if (before?.rows === next.rows && before.savedAt === next.savedAt) return;
  cache.set(next);
}

/** Resolves as soon as there are rows. */
export const whenCached = (cache: RowCache<unknown>): Promise<void> =>
  new Promise((resolve) => {
    if (cache.get() !== undefined) return resolve();
    const stop = cache.subscribe(() => {
      stop();
      resolve();
    });
  });

/** Whether this visit began without a cache on the disk, so that nobody need look for one. */
export const beganEmpty = (): boolean => isEmpty;

/** What the disk held of the shop's configuration when the visit began. */
export const cachedConfig = (): ShopConfig | undefined => config;

/** Takes over what was read before the shop's code was there; what is cached already is newer. */
export function takeStartupCache(startup: StartupCache | null): void {
  isEmpty = startup === null;
  if (startup === null) return;
  config ??= startup.facts.get('config') as ShopConfig | undefined;
  if (config !== undefined) setTimeZone(config.timeZone);
  for (const name of ['tools', 'reviews'] as const) {
    const savedAt = startup.facts.get(`${name}.savedAt`);
    const etag = startup.facts.get(`${name}.etag`);
    const cache = memoryCache[name] as RowCache<unknown>;
    if (typeof savedAt === 'number' && cache.get() === undefined)
      cache.set({ rows: [...startup[name]], savedAt, etag: typeof etag === 'string' ? etag : null });
  }
}

/** Empties the cache, for tests. */
export function clearMemoryCache(): void {
  memoryCache.tools.set(undefined);
  memoryCache.reviews.set(undefined);
  isEmpty = false;
  config = undefined;
}
