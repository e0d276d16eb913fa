import { afterAll, describe, expect, it } from 'vitest';
import { generationKeys } from '../log/generation-keys.ts';
import { openOrderLog } from '../order-log.ts';
import { openBusyShop, visit } from '../testing/busy-shop.ts';
import { onScan, rawRedis } from '../testing/raw-redis.ts';
import { startRedis } from '../testing/start-redis.ts';
import { orderAsOf, replayOrder } from './order-replay.ts';

const redis = await startRedis();
const scan = await rawRedis(redis.url);
const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 30_000 });
const keys = generationKeys((await log.head()).gen);
await openBusyShop(log);
for (let turn = 0; turn < 24; turn += 1) await visit(log, turn);
afterAll(async () => {
  scan.disconnect();
  await log.close();
  await redis.stop();
});

const replay = (id: string, signal?: AbortSignal) =>
  onScan(scan, undefined, (store) => replayOrder(store, id, signal));

describe('one order', () => {
  it('is replayed from the log and compared', async () => {
    const id = (await log.orders({ states: ['shipped'], limit: 1 })).orders[0]?.id ?? '';
    const same = await replay(id);
    expect(same).toMatchObject({ difference: null, folded: { id, version: 3 } });
    expect(same.folded).toEqual(await log.order(id));
    const text = (await scan.get(keys.order(id))) ?? '';
    await scan.set(keys.order(id), text.replace('"sealed"', '"broken"'));
    expect(await replay(id)).toMatchObject({
      difference: 'sale.person is "broken", the log says "sealed"',
      folded: { person: 'sealed' },
    });
    await scan.set(keys.order(id), 'nonsense');
    const broken = { difference: expect.stringContaining('must be JSON') };
    expect(await replay(id)).toMatchObject({ ...broken, folded: { person: 'sealed' } });
    await expect(replay(id, AbortSignal.abort())).rejects.toThrow('aborted');
    await scan.set(keys.order(id), text);
    expect(await replay('ord_none')).toEqual({
      events: [],
      impossible: [],
      folded: null,
      difference: null,
    });
  });

  it('is told as it was at an event or a moment', async () => {
    const now = (await log.orders({ states: ['shipped'], limit: 1 })).orders[0];
    if (now === undefined) throw new Error('No order is shipped');
    const history = await log.history(now.id);
    const [created, paid] = history;
    expect(orderAsOf(now.id, history, { seq: (created?.seq ?? 0) - 1 })).toBeNull();
    expect(orderAsOf(now.id, history, { seq: created?.seq ?? 0 })).toMatchObject({
      status: 'unpaid',
      version: 1,
    });
    expect(orderAsOf(now.id, history, { seq: paid?.seq ?? 0 })).toMatchObject({
      status: 'paid',
    });
    expect(orderAsOf(now.id, history, { time: Date.now() })).toEqual(now);
  });
});
