import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { StoreClosedError, UnknownSchemaError } from '../log/log-errors.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { OrderLog } from '../order-log.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import { offerTool, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { logBegin } from './events-after.ts';

let log: OrderLog;
let scan: Redis;

freshLogBeforeEach(async (fresh) => {
  ({ log, scan } = fresh);
  await offerTool(log, sampleTool(), 100);
  for (const idempotencyKey of ['a', 'b', 'c', 'd']) await log.place(samplePlace({ idempotencyKey }));
});

describe('events after a position', () => {
  it('come in order, each once, in reads of any size', async () => {
    const seen: number[] = [];
    for (let position = logBegin; ; ) {
      const read = await log.eventsAfter(position, 2);
      seen.push(...(read?.events ?? []).map(({ seq }) => seq));
      expect(read?.full).toBe(read?.events.length === 2);
      if (read === null || !read.full) break;
      position = read.position;
    }
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it('are none at the end, and the position stays', async () => {
    const end = (await log.eventsAfter(logBegin, 100))?.position ?? logBegin;
    expect(await log.eventsAfter(end, 100)).toEqual({ events: [], damaged: [], position: end, full: false });
  });

  it('are null for a position of another log, and for one that this log has not reached', async () => {
    const { position } = (await log.eventsAfter(logBegin, 3)) ?? { position: logBegin };
    expect(await log.eventsAfter({ ...position, hash: 'f'.repeat(40) }, 3)).toBeNull();
    expect(await log.eventsAfter({ ...position, id: '99-0' }, 3)).toBeNull();
    expect((await log.eventsAfter(position, 3))?.events.map(({ seq }) => seq)).toEqual([4, 5]);
  });

  it('leave out what is damaged and name it, and go on behind it', async () => {
    await scan.xadd(redisKeys.events, '5-7', 'subject', 'x');
    const read = await log.eventsAfter(logBegin, 100);
    expect(read?.events).toHaveLength(5);
    expect(read?.damaged.map(({ message }) => message)).toEqual([expect.stringContaining('5-7')]);
    expect(await log.eventsAfter(read?.position ?? logBegin, 100)).toMatchObject({ events: [], damaged: [] });
  });

  it('stop at an event of a newer release, and in a store that is closed', async () => {
    const end = (await log.eventsAfter(logBegin, 100))?.position ?? logBegin;
    const [[, fields] = ['', []]] = await scan.xrange(redisKeys.events, '5-0', '5-0');
    const type = fields.indexOf('order.created');
    await scan.xadd(redisKeys.events, '6-0', ...fields.with(type, 'order.gift-wrapped'));
    await expect(log.eventsAfter(end, 10)).rejects.toThrow(UnknownSchemaError);
    await scan.hset(redisKeys.meta, 'code', 'restoring');
    await expect(log.eventsAfter(logBegin, 10)).rejects.toThrow(StoreClosedError);
  });
});
