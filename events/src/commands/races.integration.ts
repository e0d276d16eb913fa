import { afterAll, describe, expect, it } from 'vitest';
import { append } from '../log/append.ts';
import { generationKeys } from '../log/generation-keys.ts';
import { storeOf } from '../log/generation-reader.ts';
import { LogClient } from '../log/log-client.ts';
import { recordOf } from '../model/order-record.ts';
import { advance } from '../model/project.ts';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { isOrderRejected } from '../orders/decision.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { nextTool, offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { verify } from '../testing/scan-work.ts';
import { startRedis } from '../testing/start-redis.ts';

/** Several processes of the server, each with a connection of its own. */

const redis = await startRedis();
const logs = await Promise.all(
  Array.from({ length: 4 }, () => openOrderLog({ url: redis.url, commandTimeoutMs: 30_000 })),
);
afterAll(async () => {
  await Promise.all(logs.map((log) => log.close()));
  await redis.stop();
});

const logOf = (turn: number): OrderLog => logs[turn % logs.length] as OrderLog;

describe('many at once', () => {
  it('300 buyers of a tool with stock 100 buy exactly 100', async () => {
    await offerTool(logOf(0), sampleTool({ id: 'tool-a' }), 100);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 300 }, (_, turn) =>
        logOf(turn).place(samplePlace({ toolId: 'tool-a', uid: `user-${turn}`, idempotencyKey: 'a' })),
      ),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(outcomes.length - refused.length).toBe(100);
    expect(refused.every(({ reason }) => isOrderRejected(reason, 'OUT_OF_STOCK'))).toBe(true);
    expect(await logOf(0).stock(['tool-a'])).toEqual([0]);
  });

  it('the same command sent 50 times makes one order', async () => {
    await offerTool(logOf(0), sampleTool({ id: 'tool-b' }), 100);
    const command = samplePlace({ toolId: 'tool-b', uid: 'user-b', idempotencyKey: 'b', quantity: 3 });
    const placed = await Promise.all(Array.from({ length: 50 }, (_, turn) => logOf(turn).place(command)));
    expect(new Set(placed.map(({ order }) => order.id)).size).toBe(1);
    expect(placed.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await logOf(0).stock(['tool-b'])).toEqual([97]);
  });

  it('50 writers who saw the same version: exactly one appends', async () => {
    await offerTool(logOf(0), sampleTool({ id: 'tool-c' }), 100);
    const { order } = await logOf(0).place(samplePlace({ toolId: 'tool-c', idempotencyKey: 'c' }));
    const [created] = await logOf(0).history(order.id);
    if (created?.type !== 'order.created') throw new Error('The order has no beginning');
    const event = { type: 'order.deleted', data: { reason: 'customer' } } as const;
    const { patch } = advance(order.id, recordOf([created]), event);
    const { gen } = await logOf(0).head();
    const clients = logs.map(() => new LogClient({ place: redis.url, name: 'race', timeoutMs: 30_000 }));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        append(storeOf(clients[turn % clients.length] as LogClient), generationKeys(gen), {
          subject: order.id,
          event,
          ...origin,
          requestHash: '',
          guards: { expectedVersion: 1 },
          patch,
        }),
      ),
    );
    await Promise.all(clients.map((client) => client.close()));
    expect(answers.filter(({ kind }) => kind === 'OK')).toHaveLength(1);
    expect(answers.filter(({ kind }) => kind === 'VERSION')).toHaveLength(49);
    expect(await logOf(0).stock(['tool-c'])).toEqual([100]);
  });

  it('payment and deletion of an order: one of them happens', async () => {
    await offerTool(logOf(0), sampleTool({ id: 'tool-d' }), 100);
    for (let turn = 0; turn < 20; turn += 1) {
      const { order } = await logOf(0).place(samplePlace({ toolId: 'tool-d', idempotencyKey: `d${turn}` }));
      const outcomes = await Promise.allSettled([
        logOf(1).pay({ orderId: order.id, transactionId: `pi_d${turn}`, ...origin }),
        logOf(2).remove({ orderId: order.id, reason: 'customer', expectedIntent: null, ...origin }),
      ]);
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(refusals).toHaveLength(1);
      expect(['ORDER_PAID', 'ORDER_GONE']).toContain(refusals[0].code);
    }
  });

  it('restocking and buying lose nothing', async () => {
    await offerTool(logOf(0), sampleTool({ id: 'tool-e' }), 50);
    const buying = Promise.allSettled(
      Array.from({ length: 40 }, (_, turn) =>
        logOf(turn).place(samplePlace({ toolId: 'tool-e', idempotencyKey: `e${turn}` })),
      ),
    );
    for (let turn = 0; turn < 20; turn += 1) {
      const tool = await nextTool(logOf(turn), 'tool-e');
      await logOf(turn).setStock({ toolId: 'tool-e', add: 5, tool, ...origin });
    }
    const outcomes = await buying;
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(lost.every(({ reason }) => isOrderRejected(reason, 'VERSION_CONFLICT'))).toBe(true);
    expect(await logOf(0).stock(['tool-e'])).toEqual([50 + 20 * 5 - (40 - lost.length)]);
  });

  it('the same addition to the stock sent 50 times adds once', async () => {
    await offerTool(logOf(0), sampleTool({ id: 'tool-f' }), 10);
    const tool = await nextTool(logOf(0), 'tool-f');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, turn) =>
        logOf(turn).setStock({ toolId: 'tool-f', add: 5, tool, ...origin }),
      ),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(49);
    expect(refused.every(({ reason }) => isOrderRejected(reason, 'VERSION_CONFLICT'))).toBe(true);
    expect(await logOf(0).stock(['tool-f'])).toEqual([15]);
  });

  it('leave a log and read models that agree', async () => {
    const connection = await rawRedis(redis.url);
    expect(await verify(connection)).toMatchObject({ count: 0, differences: [] });
    connection.disconnect();
  });
});
