import { afterAll, expect, it } from 'vitest';
import { append } from '../log/append.ts';
import { generationKeys } from '../log/generation-keys.ts';
import { storeOf } from '../log/generation-reader.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { projectStock } from '../model/project.ts';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { openBusyShop, visit } from '../testing/busy-shop.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { origin, samplePlace } from '../testing/sample-shop.ts';
import { rebuild, verify } from '../testing/scan-work.ts';
import { startRedis } from '../testing/start-redis.ts';

let released: OrderLog;

const redis = await startRedis();
const before = await openOrderLog({ url: redis.url });
await openBusyShop(before);
for (let turn = 0; turn < 12; turn += 1) await visit(before, turn);
await before.close();
afterAll(async () => {
  await released?.close();
  await redis.stop();
});

/** What a server of the release before does on a write: its patches carry its own projection code. */
async function setStockAsBefore(gen: number): Promise<string> {
  const event = { type: 'stock.set', data: { available: 77 } } as const;
  const answer = await append(storeOf(released.redis), generationKeys(gen), {
    subject: 'tool-0',
    event,
    ...origin,
    requestHash: '',
    guards: {},
    code: 'the-release-before',
    patch: projectStock(event, 'tool-0'),
  });
  return answer.kind;
}

it('a release is taken into use without a pause: its servers first, then its rebuild', async () => {
  const scan = await rawRedis(redis.url);
  try {
    await scan.hset(redisKeys.meta, 'code', 'the-release-before');
    // Its servers stand beside the old ones. They are not ready, so that nobody is sent to them; the old ones write.
    released = await openOrderLog({ url: redis.url, mustExist: true });
    const { gen } = await released.head();
    await expect(released.ping()).rejects.toThrow('may not write the read models');
    const placed = released.place(samplePlace({ toolId: 'tool-0', idempotencyKey: 'release' }));
    await expect(placed).rejects.toThrow('run a rebuild with this one');
    expect(await setStockAsBefore(gen)).toBe('OK');

    // The swap of its rebuild is the moment that changes places: no server has to be started after it.
    await rebuild(scan);
    await released.ping();
    expect(
      (await released.place(samplePlace({ toolId: 'tool-0', idempotencyKey: 'release' }))).repeated,
    ).toBe(false);
    expect(await setStockAsBefore(gen)).toBe('GEN');
    expect(await setStockAsBefore((await released.head()).gen)).toBe('CODE');
    expect(await verify(scan)).toMatchObject({ count: 0 });
  } finally {
    scan.disconnect();
  }
});
