import { type ClusterShop, openClusterShop } from '../../cluster/cluster-shop.ts';
import { readable } from '../../measuring/figure.ts';
import { adminEmail } from '../../measuring/measured-shop.ts';
import { unlimited } from '../../stack/demo-environment.ts';
import { memoryDir } from '../../stack/memory-dir.ts';
import { openWhole, type Whole } from '../../stack/open-whole.ts';
import { ownFolder } from '../../stack/own-folder.ts';
import type { Finding } from '../check-history.ts';
import { type LabShop, type Look, openLabShop } from '../lab-shop.ts';
import { openPages } from './open-pages.ts';

/** A shop of many machines that is harmed. */
export type LabCluster = LabShop & Pick<ClusterShop, 'nodes' | 'sentinels' | 'servers'>;

/** Every open page shows what the shop says within so long (ms). */
const followMs = 5_000;

/** Starts everything and prepares people and tools. Throws, with everything stopped again, when a part does not start. */
export function openLabCluster(buyers = 8): Promise<Whole<LabCluster>> {
  return openWhole(async (undo) => {
    // Machines have disks of their own: three nodes that flush to one would be slower than any. A killed process leaves the same in memory.
    const folder = ownFolder(undo, 'karigar-cluster-', memoryDir() ?? undefined);
    const { dir: dataDir } = folder;
    const machines = await openClusterShop(undo, folder, {
      dataDirs: [dataDir, dataDir],
      inherited: process.env,
      env: { ADMIN_EMAILS: adminEmail, ...unlimited },
    });
    const { url, redisUrl, nodes, sentinels, servers, services } = machines;
    // The first makes the secrets that the next finds.
    for (const server of servers) await server.start();
    const shop = await openLabShop({ url, redisUrl, dataDir }, services, buyers);
    return { ...shop, nodes, sentinels, servers };
  });
}

/** The same with pages that stay open. */
export function openWatchedCluster(): Promise<Whole<LabCluster>> {
  return openWhole(async (undo) => {
    const shop = await openLabCluster();
    undo.use(shop);
    return { ...shop, look: await watchPages(shop, undo) };
  });
}

/**
 * Opens pages in a browser, started with `args`, until `undo` ends them. They are loaded once; each look waits until they show what the shop
 * says, and finds how late they were.
 */
export async function watchPages(
  shop: LabShop,
  undo: AsyncDisposableStack,
  args: readonly string[] = [],
): Promise<() => Promise<Look>> {
  const pages = await openPages(shop, args);
  undo.defer(() => pages.close());
  return async () => {
    const agreed = await pages.agree();
    const findings = agreed.flatMap(({ page, ms, difference }): Finding[] => {
      if (ms <= followMs && difference === '') return [];
      const still = difference === '' ? '' : `, and still: ${difference}`;
      return [{ kind: 'screen', what: `${page} was right after ${readable(ms)} ms${still}` }];
    });
    return { findings, pagesMs: agreed.map(({ ms }) => ms) };
  };
}
