import type { ShopConfig } from '@karigar/bff/contracts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { getConfig } from '../api/calls.ts';
import { knownConfig } from './memory-cache.ts';
import { publicDb } from './public-db.ts';
import { whenIdle } from './when-idle.ts';

const key = 'config';
let asked: Promise<ShopConfig> | null = null;

/** What this installation is: asked once a page, the saved copy while the shop is away. Throws NoAnswerError without one. */
export function loadConfig(): Promise<ShopConfig> {
  asked ??= ask().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

async function ask(): Promise<ShopConfig> {
  try {
    const config = await getConfig();
    await publicDb.meta.put({ key, value: config });
    return config;
  } catch (error) {
    const kept = await publicDb.meta.get(key);
    if (kept === undefined) throw error;
    asked = null;
    return kept.value as ShopConfig;
  }
}

/** What this installation is, followed; undefined while unknown. */
export function useConfig(): ShopConfig | undefined {
  const known = knownConfig();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was known when the page opened matters
  useEffect(() => {
    const ask = () => void loadConfig().catch(() => undefined);
    if (known === undefined) ask();
    else whenIdle(ask);
  }, []);
  const row = useLiveQuery(() => publicDb.meta.get(key), []);
  return (row?.value ?? known) as ShopConfig | undefined;
}
