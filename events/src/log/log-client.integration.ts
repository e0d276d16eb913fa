import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { LogClient } from './log-client.ts';

let redis: TestRedis;
let client: LogClient;

beforeEach(async () => {
  redis = await startRedis();
  client = new LogClient({ place: redis.url, name: 'spread', timeoutMs: 4_000 });
});
afterEach(async () => {
  await client.close();
  await redis.stop();
});

describe('calls at the same time', () => {
  it('share the connections evenly', async () => {
    const ids = await Promise.all(
      Array.from({ length: 40 }, () => client.run((connection) => connection.clientId())),
    );
    const uses = Map.groupBy(ids, (id) => id);
    expect(uses.size).toBe(4);
    for (const sameConnection of uses.values()) expect(sameConnection).toHaveLength(10);
  });
});

describe('closing', () => {
  it('ends every connection and refuses what comes later', async () => {
    await Promise.all([1, 2, 3, 4].map(() => client.run((connection) => connection.ping())));
    await client.close();
    await expect(client.run((connection) => connection.ping())).rejects.toThrow('closed');
    const looker = new LogClient({ place: redis.url, name: 'looker', timeoutMs: 4_000 });
    await expect
      .poll(() => looker.run(async (connection) => String(await connection.sendCommand(['CLIENT', 'LIST']))))
      .not.toContain('name=spread');
    await looker.close();
  });
});
