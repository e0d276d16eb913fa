import { afterAll, describe, expect, it } from 'vitest';
import { generationKeys } from '../log/generation-keys.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { openOrderLog } from '../order-log.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startRedis } from '../testing/start-redis.ts';

const redis = await startRedis();
const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 30_000 });
await offerTool(log, sampleTool(), 100);
afterAll(async () => {
  await log.close();
  await redis.stop();
});

/** Writes one more event of an order into log, document and sets, as another release might have done. */
async function foreignEvent(orderId: string, type: string, schema: string, data: string): Promise<void> {
  const { seq, ts } = await log.head();
  const { gen } = await log.head();
  await log.redis.run(async (connection) => {
    const next = seq + 1;
    const rest = { actor: 'a', correlationId: 'c', requestHash: '', hash: 'x' };
    await connection.xAdd(redisKeys.events, `${next}-0`, {
      subject: orderId,
      v: '2',
      type,
      schema,
      ts: String(ts),
      data,
      ...rest,
    });
    await connection.hSet(redisKeys.meta, 'seq', String(next));
    const key = generationKeys(gen).order(orderId);
    const stored = (await connection.get(key)) ?? '';
    const record = JSON.parse(stored);
    const history = [...record.history, { seq: next, ts }];
    await connection.set(key, JSON.stringify({ ...record, version: 2, history }));
    await connection.zRem(generationKeys(gen).set('unpaid'), orderId);
    await connection.zAdd(generationKeys(gen).set('paid'), { value: orderId, score: seq });
  });
}

describe('a command on an order', () => {
  it('is refused when its history holds an event of a newer release', async () => {
    const { order } = await log.place(samplePlace({ idempotencyKey: 'newer' }));
    await foreignEvent(order.id, 'order.paid', '2', '{"transactionId":"pi","amount":1,"currency":"usd"}');
    const refusal = { name: 'UnknownSchemaError', eventType: 'order.paid', schema: 2 };
    await expect(log.ship({ orderId: order.id, ...origin })).rejects.toMatchObject(refusal);
    await expect(log.history(order.id)).rejects.toMatchObject(refusal);
  });

  it('is refused when a listed event is damaged, and the event is named', async () => {
    const { order } = await log.place(samplePlace({ idempotencyKey: 'damaged' }));
    await foreignEvent(order.id, 'order.paid', '1', '{"transactionId":');
    const { seq } = await log.head();
    const refusal = { name: 'LogDamagedError', seq };
    await expect(log.ship({ orderId: order.id, ...origin })).rejects.toMatchObject(refusal);
  });
});
