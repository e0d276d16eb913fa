import { expect, it } from 'vitest';
import { openOrderLog } from '../open-order-log.ts';
import { startRedis } from '../testing/start-redis.ts';

it('an address that names nodes of two shops is refused, whichever is of a later epoch', async () => {
  const nodes = await Promise.all([startRedis(), startRedis()]);
  try {
    const logs = await Promise.all(nodes.map(({ url }) => openOrderLog({ url })));
    await logs[1]?.redis.run((connection) => connection.hSet('{o}:meta', 'epoch', '3'));
    for (const log of logs) await log.close();
    const url = `redis://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
    await expect(openOrderLog({ url, mustExist: true })).rejects.toThrow('must name the nodes of one shop');
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
});
