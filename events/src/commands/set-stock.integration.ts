import { describe, expect, it } from 'vitest';
import { redisKeys } from '../log/redis-keys.ts';
import { encodeTool } from '../log/tool-record.ts';
import type { OrderLog } from '../order-log.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';

let log: OrderLog;

freshLogBeforeEach((fresh) => {
  ({ log } = fresh);
});

describe('stock', () => {
  it('is set and added to, and says what is available then', async () => {
    await offerTool(log, sampleTool(), 5);
    await log.place(samplePlace({ quantity: 2 }));
    const tool = sampleTool({ rev: 2, price: 13 });
    expect(await log.setStock({ toolId: 'tool-hammer', add: 10, tool, ...origin })).toEqual({
      available: 13,
    });
    expect(await log.setStock({ toolId: 'tool-hammer', set: 1, ...origin })).toEqual({ available: 1 });
    expect(await log.place(samplePlace({ idempotencyKey: 'dearer' }))).toMatchObject({
      order: { price: 13 },
    });
  });

  it('is changed together with the tool’s record, and once however often the command is sent', async () => {
    await offerTool(log, sampleTool(), 5);
    const read = () => log.redis.run((connection) => connection.get(redisKeys.tool('tool-hammer')));
    const tool = sampleTool({ rev: 2, name: 'Claw Hammer, ash' });
    for (const change of [{ add: 10 }, { set: 40 }]) {
      const next = { ...tool, rev: 'add' in change ? 2 : 3 };
      const command = { toolId: 'tool-hammer', tool: next, ...change, ...origin };
      await log.setStock(command);
      expect(await read()).toBe(encodeTool(next));
      const { seq } = await log.head();
      await expect(log.setStock(command)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
      expect((await log.head()).seq).toBe(seq);
    }
    expect(await log.stock(['tool-hammer'])).toEqual([40]);
  });

  it('is lowered by what leaves it, and never below nothing', async () => {
    await offerTool(log, sampleTool(), 5);
    const removal = { toolId: 'tool-hammer', reason: 'damaged', ...origin } as const;
    const tool = sampleTool({ rev: 2 });
    expect(await log.setStock({ ...removal, remove: 3, tool })).toEqual({ available: 2 });
    const next = sampleTool({ rev: 3 });
    await expect(log.setStock({ ...removal, remove: 3, tool: next })).rejects.toMatchObject({
      code: 'OUT_OF_STOCK',
      details: { available: 2 },
    });
    expect(await log.stock(['tool-hammer'])).toEqual([2]);
  });

  it('of a tool that is gone is not added to', async () => {
    await offerTool(log, sampleTool({ deleted: true }), 5);
    for (const toolId of ['tool-hammer', 'none']) {
      const adding = log.setStock({ toolId, add: 10, tool: sampleTool({ id: toolId, rev: 2 }), ...origin });
      await expect(adding).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' });
    }
    expect(await log.stock(['tool-hammer', 'none'])).toEqual([5, 0]);
  });
});
