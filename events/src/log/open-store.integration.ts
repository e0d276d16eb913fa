import { describe, expect, it } from 'vitest';
import { openOrderLog } from '../open-order-log.ts';
import { origin } from '../testing/sample-shop.ts';
import { startRedis } from '../testing/start-redis.ts';
import { verify } from '../verify/verify.ts';
import { openScanConnection } from './scan-connection.ts';

describe('a Redis that takes no writes', () => {
  it('is opened for reading when its memory is full, and when it is a replica', async () => {
    const small = await startRedis();
    const first = await openOrderLog({ url: small.url });
    const connection = await openScanConnection(small.url, 'full');
    try {
      await first.setStock({ toolId: 't', set: 7, ...origin });
      for (const [on, off] of [
        [
          ['CONFIG', 'SET', 'maxmemory', '1mb'],
          ['CONFIG', 'SET', 'maxmemory', '0'],
        ],
        [
          ['REPLICAOF', '127.0.0.1', '1'],
          ['REPLICAOF', 'NO', 'ONE'],
        ],
      ] as [[string, ...string[]], [string, ...string[]]][]) {
        await connection.call(...on);
        const reading = await openOrderLog({ url: small.url });
        expect(await reading.stock(['t'])).toEqual([7]);
        await expect(reading.setStock({ toolId: 't', set: 8, ...origin })).rejects.toThrow('not available');
        await reading.close();
        await connection.call(...off);
      }
    } finally {
      connection.disconnect();
      await first.close();
      await small.stop();
    }
  });
});

describe('a Redis without a log', () => {
  it('gets one, unless the log must be there already', async () => {
    const empty = await startRedis();
    const connection = await openScanConnection(empty.url, 'empty');
    try {
      const wrong = openOrderLog({ url: empty.url, mustExist: true });
      await expect(wrong).rejects.toThrow('There is no order log in this Redis');
      await expect(verify(connection)).rejects.toThrow('There is no order log in this Redis');
      expect(await connection.dbsize()).toBe(0);
      await (await openOrderLog({ url: empty.url })).close();
      await (await openOrderLog({ url: empty.url, mustExist: true })).close();
    } finally {
      connection.disconnect();
      await empty.stop();
    }
  });
});
