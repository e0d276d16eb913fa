import { describe, expect, it } from 'vitest';
import { openOrderLog } from '../order-log.ts';
import { offerTool, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startRedis } from '../testing/start-redis.ts';

describe('a full memory', () => {
  it('refuses an append whole and lets readers go on', async () => {
    const small = await startRedis(['--maxmemory', '8mb']);
    const full = await openOrderLog({ url: small.url, commandTimeoutMs: 20_000 });
    try {
      await offerTool(full, sampleTool(), 1_000_000);
      const fill = async (): Promise<unknown> => {
        for (let turn = 0; ; turn += 1) {
          const person = 'x'.repeat(20_000);
          await full.place(samplePlace({ idempotencyKey: `k${turn}`, person }));
        }
      };
      await expect(fill()).rejects.toMatchObject({ name: 'LogUnavailableError' });
      const [head, totals] = [await full.head(), await full.totals()];
      expect(totals.unpaid).toBe(head.seq - 1);
      expect((await full.orders({ limit: 1 })).total).toBe(totals.unpaid);
    } finally {
      await full.close();
      await small.stop();
    }
  });
});
