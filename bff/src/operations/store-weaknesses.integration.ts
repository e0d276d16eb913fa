import { readFileSync } from 'node:fs';
import { openOrderLog } from '@karigar/events';
import { startRedis, startReplica } from '@karigar/events/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { storeWeaknesses } from './store-weaknesses.ts';

/** The settings of the project's redis.conf as words of a command line, without its addresses. */
const projectSettings = readFileSync(new URL('../../../infra/redis.conf', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^[a-z]/.test(line) && !/^(bind|protected-mode|daemonize)\b/.test(line))
  .flatMap((line) => {
    const [name, ...value] = line.split(' ');
    return [`--${name}`, value.join(' ').replaceAll('"', '')];
  });

const redis = await startRedis([...projectSettings, '--maxmemory', '1gb']);
const log = await openOrderLog({ url: redis.url });
afterAll(async () => {
  await log.close();
  await redis.stop();
});

const set = (name: string, value: string) =>
  log.redis.run((connection) => connection.sendCommand(['CONFIG', 'SET', name, value]));

describe('a store with the settings of the project', () => {
  it('has no weakness', async () => {
    expect(await storeWeaknesses(log)).toEqual([]);
  });

  it.each([
    ['appendonly', 'no', 'yes', 'orders are lost when Redis restarts'],
    ['appendfsync', 'everysec', 'always', 'can be lost in a crash'],
    ['no-appendfsync-on-rewrite', 'yes', 'no', 'while the file is rewritten can be lost in a crash'],
    ['aof-load-truncated', 'no', 'yes', 'does not start after a power cut'],
    ['auto-aof-rewrite-percentage', '0', '300', 'grows until the disk is full'],
    ['save', '3600 1', '', 'makes Redis refuse orders'],
    ['maxmemory', '0', '1gb', 'the system may end Redis'],
    ['maxmemory-policy', 'allkeys-lru', 'noeviction', 'may throw orders away'],
    ['timeout', '60', '0', 'live updates are cut off'],
  ])('is named by its weakness when %s is %s', async (name, weak, good, words) => {
    await set(name, weak);
    try {
      const found = await storeWeaknesses(log);
      expect(found).toHaveLength(1);
      expect(found[0]).toContain(words);
    } finally {
      await set(name, good);
    }
  });

  it('is named when fewer replicas follow it than are waited for', async () => {
    expect(await storeWeaknesses(log, 1)).toEqual([
      'REPLICAS is 1, and 0 are connected: no order is acknowledged',
    ]);
  });

  it('is named when a replica that is waited for confirms what it has not flushed', async () => {
    const replica = await startReplica(redis);
    const copy = await openOrderLog({ url: replica.url });
    try {
      expect(await storeWeaknesses(log, 1)).toEqual([]);
      await copy.redis.run((connection) => connection.configSet('appendfsync', 'everysec'));
      expect(await storeWeaknesses(log, 1)).toEqual([
        `Replica 127.0.0.1:${replica.port}: appendfsync is everysec, so what it confirms may not be on its disk`,
      ]);
    } finally {
      await copy.close();
      await replica.stop();
    }
  });

  it('is named when it becomes a replica', async () => {
    await log.redis.run((connection) => connection.sendCommand(['REPLICAOF', '127.0.0.1', '1']));
    expect(await storeWeaknesses(log)).toEqual(['This Redis is a replica: it takes no orders']);
    await log.redis.run((connection) => connection.sendCommand(['REPLICAOF', 'NO', 'ONE']));
  });
});
