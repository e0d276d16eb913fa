import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openScan } from '../log/open-scan.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { type ObjectStore, ObjectsUnavailableError } from '../objects/object-store.ts';
import { type OrderLog, openOrderLog } from '../order-log.ts';
import { packRecords, readArchivedRecords } from '../records/archived-records.ts';
import { fillLog } from '../testing/fill-log.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { startReplicatedRedis } from '../testing/replicated-redis.ts';
import { origin } from '../testing/sample-shop.ts';
import { startRedis } from '../testing/start-redis.ts';
import { type Archiver, openArchiver } from './open-archiver.ts';

const patience = { timeout: 60_000, interval: 50 };
let log: OrderLog;
let store: MemoryObjects;
const running: { close(): unknown }[] = [];

const redis = await startRedis();
beforeEach(async () => {
  store = memoryObjects();
  log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
  await log.setStock({ toolId: 't', set: 1, ...origin });
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
  await log.redis.run((connection) => connection.flushAll());
  await log.close();
});
afterAll(() => redis.stop());

const set = (key: string, value = 'x') => log.redis.run((connection) => connection.set(key, value));
async function open(url = redis.url): Promise<Archiver> {
  const scan = await openScan(url, 'archiver');
  const archiver = await openArchiver(scan, store, 35);
  running.push(archiver, scan);
  return archiver;
}
/** The keys of the records that a restore would give back. */
async function archivedKeys(from: ObjectStore): Promise<Set<string>> {
  const keys = new Set<string>();
  await readArchivedRecords(from, await log.shop(), undefined, async (lines) => {
    for (const { t, k } of lines) keys[t === 'gone' ? 'delete' : 'add'](k);
  });
  return keys;
}

describe('an archiver', () => {
  it('has in a base what changed while it was being written', async () => {
    const { putNew } = store;
    store.putNew = async (name, bytes) => {
      if (name.includes('-base.')) {
        await set(redisKeys.review('beside'));
        await log.redis.run((connection) => connection.del(redisKeys.review('removed')));
      }
      return putNew(name, bytes);
    };
    await set(redisKeys.review('before'));
    await set(redisKeys.review('removed'));
    await (await open()).round();
    expect(store.names().filter((name) => name.includes('-delta.'))).toHaveLength(1);
    const keys = await archivedKeys(store);
    expect(keys).toContain(redisKeys.review('before'));
    expect(keys).toContain(redisKeys.review('beside'));
    expect(keys).not.toContain(redisKeys.review('removed'));
  });

  it('writes the log between the parts of a large base', async () => {
    for (let n = 0; n < 3; n += 1) await set(redisKeys.review(`large-${n}`), 'x'.repeat(4_000_000));
    await (await open()).round();
    const order = [...store.kept.keys()].map((name) => /\/log\/|-base./.exec(name)?.[0]);
    expect(order.slice(0, 2)).toEqual(['-base.', '/log/']);
    expect(order.filter((one) => one === '-base.').length).toBeGreaterThan(2);
    expect(await archivedKeys(store)).toContain(redisKeys.review('large-2'));
  });

  it('begins another base when a part cannot be written, and has all records then', async () => {
    const { putNew } = store;
    await set(redisKeys.review('kept'));
    store.putNew = (name, bytes) =>
      name.includes('-base.') ? Promise.reject(new ObjectsUnavailableError('away')) : putNew(name, bytes);
    const archiver = await open();
    await expect(archiver.round()).rejects.toThrow('away');
    store.putNew = putNew;
    await archiver.round();
    expect(await archivedKeys(store)).toContain(redisKeys.review('kept'));
  });

  it('stops within a round when it is told to', async () => {
    const stop = new AbortController();
    const { putNew } = store;
    store.putNew = (name, bytes) => {
      if (name.includes('/log/')) stop.abort(new Error('told to stop'));
      return putNew(name, bytes);
    };
    await fillLog({ url: redis.url, orders: 1_600 });
    const archiver = await open();
    await expect(archiver.round(stop.signal)).rejects.toThrow('told to stop');
    const segments = store.names().filter((name) => name.includes('/log/'));
    expect(segments).toEqual([expect.stringContaining('/000000000001-2000-')]);
  });

  it('keeps a finished base when an old one cannot be removed, and removes that after the next base', async () => {
    const shop = await log.shop();
    for (let n = 0; n < 3; n += 1) {
      const time = 1_600_000_000_000 + n;
      const old = { epoch: 1, base: `${time}-00000000`, n: 0, time, seq: 1, kind: 'delta' } as const;
      const { object, bytes } = await packRecords(shop, old, []);
      await store.putNew(object, bytes);
    }
    const old = () => store.names().filter((name) => name.includes('-00000000/')).length;
    const { remove } = store;
    store.remove = () => Promise.reject(new ObjectsUnavailableError('not now'));
    const archiver = await open();
    await set(redisKeys.review('kept'));
    await expect(archiver.round()).rejects.toThrow('not now');
    expect(await archivedKeys(store)).toContain(redisKeys.review('kept'));
    await set(redisKeys.review('later'));
    await archiver.round();
    expect(await archivedKeys(store)).toContain(redisKeys.review('later'));
    expect([old(), store.names().filter((name) => name.includes('-base.')).length]).toEqual([3, 1]);
    store.remove = remove;
    await (await open()).round();
    expect(old()).toBe(1);
  });

  it('ends when another Redis becomes the primary, though the old one answers on', async () => {
    const pair = await startReplicatedRedis();
    const both = await openOrderLog({ url: pair.url, commandTimeoutMs: 20_000 });
    const append = () => both.setStock({ toolId: 't', set: 1, ...origin });
    await append();
    const former = await open(pair.url);
    expect((await former.round()).archived?.to).toBe(1);
    await pair.promote();
    await expect
      .poll(() => former.round().then(() => 'went on', String), patience)
      .toContain('The connection to the order log is closed');
    await expect.poll(async () => (await both.head()).epoch, patience).toBe(2);
    await append();
    expect((await (await open(pair.url)).round()).archived?.to).toBe(2);
    await both.close();
    await pair.stop();
  });
});
