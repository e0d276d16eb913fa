import type { ShopConfig } from '@karigar/bff/contracts';
import { getConfig } from '../api/calls.ts';
import { NoAnswerError } from '../api/failure.ts';
import { publicData, publicDb, takeDocument, useDocument, writeDocument } from './public-data.ts';
import { createRevalidation, type Saved, useSaved } from './revalidation.ts';

/** It changes only with the installation, so one answer lasts for the life of the page. */
const config = createRevalidation(
  async () => writeDocument('config', await getConfig(), null),
  Number.POSITIVE_INFINITY,
);

/** Asks the shop what this installation is; a failed call stays in the state. */
export const revalidateConfig = (): Promise<void> => config.run();

/** What this installation is: asked once a page, the saved answer while the shop is away. Throws a Failure without one. */
export async function loadConfig(): Promise<ShopConfig> {
  if (config.state.get().checkedAt === null) await config.run();
  takeDocument(await publicDb.read(({ documents }) => documents.get('config')));
  const held = publicData.config.get();
  if (held === undefined) throw config.state.get().failure ?? new NoAnswerError('unreachable');
  return held.value;
}

/** What this installation is, followed, and why it is unknown. */
export function useSavedConfig(): Saved<ShopConfig> {
  const held = useDocument('config');
  return useSaved(config, held && { data: held.value, savedAt: null });
}

/** What this installation is, followed; undefined while unknown. */
export const useConfig = (): ShopConfig | undefined => useSavedConfig().data;
