import type { ShopConfig } from '@karigar/bff/contracts';
import { getConfig } from '../api/calls.ts';
import { NoAnswerError } from '../api/failure.ts';
import { setTimeZone } from '../ui/time.ts';
import { cachedConfig } from './memory-cache.ts';
import { onPublicDb, type PublicDb, usePublicQuery } from './public-db.ts';
import { createRevalidation } from './revalidation.ts';
import { useSaved } from './saved-data.ts';

const key = 'config';
const read = async (db: PublicDb) => (await db.meta.get(key))?.value as ShopConfig | undefined;

/** It changes only with the installation, so one answer lasts for the life of the page. */
const config = createRevalidation(async () => {
  const value = await getConfig();
  setTimeZone(value.timeZone);
  await onPublicDb((db) => db.meta.put({ key, value }));
}, Number.POSITIVE_INFINITY);

/** Asks the shop what this installation is; a failed call stays in the state. */
export const revalidateConfig = (): Promise<void> => config.run();

/** What this installation is: asked once a page, the cached answer while the shop is away. Throws a Failure without one. */
export async function loadConfig(): Promise<ShopConfig> {
  if (config.state.get().checkedAt === null) await config.run();
  const cached = await onPublicDb(read);
  if (cached === undefined) throw config.state.get().failure ?? new NoAnswerError('unreachable');
  return cached;
}

/** What this installation is, followed; undefined while unknown. */
export function useConfig(): ShopConfig | undefined {
  const row = usePublicQuery(read);
  return useSaved(config, { data: row ?? cachedConfig(), savedAt: null }).data;
}
