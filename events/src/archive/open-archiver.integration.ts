import { describe, expect, it } from 'vitest';
import { openOrderLog } from '../open-order-log.ts';
import { memoryObjects } from '../testing/memory-objects.ts';
import { startReplicatedRedis } from '../testing/replicated-redis.ts';
import { origin } from '../testing/sample-shop.ts';
import { openArchiver } from './open-archiver.ts';

const patience = { timeout: 60_000, interval: 50 };

describe('an archiver', () => {
  it('ends when another Redis becomes the primary, though the old one answers on', async () => {
    const store = memoryObjects();
    const pair = await startReplicatedRedis();
    const log = await openOrderLog({ url: pair.url, commandTimeoutMs: 20_000 });
    await log.setStock({ toolId: 't', set: 1, ...origin });
    const open = () => openArchiver({ url: pair.url, store, keepDays: 35 });
    const former = await open();
    expect((await former.round()).archived?.seq).toBe(1);
    await pair.promote();
    await expect
      .poll(() => former.round().then(() => 'went on', String), patience)
      .toContain('another Redis is the primary');
    await expect
      .poll(
        () =>
          log.setStock({ toolId: 't', set: 2, ...origin }).then(
            () => true,
            () => false,
          ),
        patience,
      )
      .toBe(true);
    const next = await open();
    expect((await next.round()).archived?.seq).toBe(2);
    await Promise.all([former.close(), next.close(), log.close()]);
    await pair.stop();
  });
});
