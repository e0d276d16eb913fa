import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from '../stack/start-stack.ts';
import { restoreDemoAccounts, seedShop } from './seed-shop.ts';

/**
 * Fills a shop with the demo catalogue the first time it runs on its data folder. A seed that was interrupted goes on
 * where it stopped; one that finished never runs again, also when an admin has deleted every tool. Only the accounts that the login page
 * shows are made anew where they were erased.
 */
export async function seedOnce(
  shop: Pick<Stack, 'url' | 'dataDir' | 'emulatorHost' | 'objects'>,
  say: (line: string) => void,
): Promise<void> {
  const mark = join(shop.dataDir, 'seeded.txt');
  if (shop.emulatorHost === null) return;
  if (existsSync(mark)) return restoreDemoAccounts(shop.url, shop.emulatorHost);
  const since = Date.now();
  say('  Filling the shop with its demo catalogue, once …');
  await seedShop(shop.url, shop.emulatorHost, shop.objects);
  writeFileSync(mark, `${new Date().toISOString()}\n`);
  say(`  Demo catalogue is in the shop (${((Date.now() - since) / 1000).toFixed(1)} s)`);
}
