import { needsSealing, openScanConnection } from '@karigar/events';
import { recordsAreClear } from '../sealing/seal-records.ts';

/** The shop holds people whom anybody can read: an archive would keep them so. */
class ClearShopError extends Error {
  constructor() {
    super(
      'People can be read in this shop, so it is not archived: npm run orders -- seal (see the handbook, 12)',
    );
    this.name = 'ClearShopError';
  }
}

/** Throws while anybody can be read in the log or in the plain records of the shop at `redisUrl`, as an older release left them. */
export async function refuseClearShop(redisUrl: string, signal: AbortSignal): Promise<void> {
  const redis = await openScanConnection(redisUrl, 'karigar-archive', signal);
  try {
    if ((await needsSealing(redis)) || (await recordsAreClear(redis))) throw new ClearShopError();
  } finally {
    redis.disconnect();
  }
}
