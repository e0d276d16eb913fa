import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedShop } from './seed-shop.ts';

/** What the seed must know of a running shop. */
export interface SeedableShop {
  url: string;
  dataDir: string;
  emulatorHost: string | null;
}

/**
 * Fills a shop with the demo catalogue the first time it runs on its data folder. A seed that was interrupted goes on
 * where it stopped; one that finished never runs again, also when an admin has deleted every tool.
 */
export async function seedOnce(shop: SeedableShop, say: (line: string) => void): Promise<void> {
  const mark = join(shop.dataDir, 'seeded.txt');
  if (existsSync(mark) || shop.emulatorHost === null) return;
  const since = Date.now();
  say('  Filling the shop with its demo catalogue, once …');
  await seedShop(shop.url, shop.emulatorHost, say);
  writeFileSync(mark, `${new Date().toISOString()}\n`);
  say(`  Demo catalogue is in the shop (${((Date.now() - since) / 1000).toFixed(1)} s)`);
}
