import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordAudit } from '../log/audit.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { openScanConnection } from '../log/scan-connection.ts';
import { openOrderLog } from '../open-order-log.ts';
import type { OrderLog } from '../order-log.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { openBusyShop, visit } from '../testing/busy-shop.ts';
import { samplePlace } from '../testing/sample-shop.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { storeSnapshot } from '../testing/store-snapshot.ts';
import { verify } from '../verify/verify.ts';
import { type BackupHead, BackupLine } from './backup-lines.ts';
import { backupHead, exportStore } from './export-store.ts';
import { BackupCheck, beginRestore, finishRestore, restoreLines } from './restore-store.ts';

let servers: TestRedis[] = [];
let shop: OrderLog;
let from: Redis;
let into: Redis;

beforeAll(async () => {
  servers = await Promise.all([startRedis(), startRedis()]);
  const [left, right] = servers as [TestRedis, TestRedis];
  from = await openScanConnection(left.url, 'export');
  into = await openScanConnection(right.url, 'import');
  shop = await openOrderLog({ url: left.url, commandTimeoutMs: 30_000 });
  await openBusyShop(shop);
  for (let turn = 0; turn < 40; turn += 1) await visit(shop, turn);
  const unpaid = (await shop.orders({ states: ['unpaid'], limit: 1 })).orders[0]?.id ?? '';
  await shop.registerIntent({ orderId: unpaid, intentId: 'pi_open', attempt: 2 });
  await shop.recordOps({ kind: 'note', who: 'ops:amal', why: 'a test', detail: { a: [] } });
  const by = { actor: 'admin:amal@shop.example', uid: 'u', correlationId: 'r' };
  await recordAudit(shop.redis, by, { kind: 'order.shipped', subject: 'o' });
  await shop.redis.run(async (connection) => {
    await connection.zAdd(redisKeys.reviews, { value: 'r1', score: 1_700_000_000_000 });
    await connection.set(redisKeys.review('r1'), '{"text":"ভালো হাতুড়ি"}');
    await connection.set(redisKeys.lease('watch'), 'somebody');
    await connection.sAdd(redisKeys.record('marks'), ['a', 'b']);
  });
});
beforeEach(() => into.flushall());
afterAll(async () => {
  from?.disconnect();
  into?.disconnect();
  await shop?.close();
  await Promise.all(servers.map((server) => server.stop()));
});

async function backup(): Promise<{ head: BackupHead; lines: BackupLine[] }> {
  const head = await backupHead(from);
  const lines: BackupLine[] = [];
  // As a file would give them back.
  for await (const line of exportStore(from, head))
    lines.push(BackupLine.parse(JSON.parse(JSON.stringify(line))));
  return { head, lines };
}
const faultsOf = (lines: readonly BackupLine[], head: BackupHead): string[] => {
  const check = new BackupCheck();
  for (const line of lines) check.take(line);
  check.finish(head);
  return check.faults;
};

describe('a backup', () => {
  it('restores the whole shop, with the same head and read models', async () => {
    const { head, lines } = await backup();
    expect(faultsOf(lines, head)).toEqual([]);
    await beginRestore(into);
    await restoreLines(into, lines);
    await finishRestore(into, head, { asCopy: false });
    const restored = await openOrderLog({ url: servers[1]?.url ?? '', commandTimeoutMs: 30_000 });
    try {
      expect(await restored.head()).toMatchObject({ seq: head.seq, hash: head.hash, shop: shop.shop });
      expect(await verify(into, { against: head })).toMatchObject({ count: 0 });
      const { gen } = await restored.head();
      expect(await storeSnapshot(restored, `{o}:g${gen}:`)).toEqual(await storeSnapshot(shop, '{o}:g1:'));
      const plain = async (log: OrderLog) => {
        const all = Object.entries(await storeSnapshot(log));
        return all.filter(([key]) => !/^(g\d+:|meta$|builds$|lease:)/.test(key));
      };
      expect(await plain(restored)).toEqual(await plain(shop));
      expect(await into.exists(redisKeys.lease('watch'))).toBe(0);
      expect(await restored.place(samplePlace({ toolId: 'tool-0' }))).toMatchObject({ repeated: false });
    } finally {
      await restored.close();
    }
  });

  it('taken while customers write ends at the head that it names', async () => {
    let turn = 1_000;
    const stop = new AbortController();
    const writing = (async () => {
      for (; !stop.signal.aborted; turn += 1) await visit(shop, turn);
    })();
    const { head, lines } = await backup();
    stop.abort();
    await writing;
    expect(faultsOf(lines, head)).toEqual([]);
    expect(lines.filter(({ t }) => t === 'event')).toHaveLength(head.seq);
  });

  it('restored as a copy has an id of its own', async () => {
    const { head, lines } = await backup();
    await beginRestore(into);
    await restoreLines(into, lines);
    await finishRestore(into, head, { asCopy: true });
    expect((await backupHead(into)).shop).not.toBe(shop.shop);
    expect(await verify(into)).toMatchObject({ count: 0 });
  });

  it.each([
    ['lost an event', (lines: BackupLine[]) => lines.toSpliced(6, 1), 'event 7 is missing'],
    [
      'ends too early',
      (lines: BackupLine[]) => lines.filter((line) => line.t !== 'event' || lines.indexOf(line) < 9),
      'ends at event 9',
    ],
    [
      'was changed',
      (lines: BackupLine[]) =>
        lines.map((line, index) =>
          index === 6 && line.t === 'event' ? { ...line, f: line.f.with(6, 'admin:x') } : line,
        ),
      'event 7: its content does not fit its hash',
    ],
  ])('that %s is found before anything is written', async (_, damage, message) => {
    const { head, lines } = await backup();
    expect(faultsOf(damage(lines), head).join('\n')).toContain(message);
  });
});

describe('a file that somebody made up', () => {
  it.each([
    [{ t: 'hash', k: redisKeys.meta, f: ['code', 'p3'] }],
    [{ t: 'string', k: '{o}:g1:order:ord_1', v: 'x' }],
    [{ t: 'entry', k: redisKeys.events, id: '1-0', f: ['a', 'b'] }],
    [{ t: 'string', k: 'sessions:of-another-program', v: 'x' }],
    [{ t: 'string', k: redisKeys.lease('watch'), v: 'x' }],
  ] satisfies [BackupLine][])('may not write what no backup holds: %j', async (line) => {
    const { head, lines } = await backup();
    expect(faultsOf([...lines, line], head)).toEqual([`the key ${line.k} does not belong into a backup`]);
  });
});

describe('a restore', () => {
  it('into a Redis that no shop ever used keeps out a server that starts meanwhile', async () => {
    const { head, lines } = await backup();
    await beginRestore(into);
    const early = await openOrderLog({ url: servers[1]?.url ?? '', commandTimeoutMs: 30_000 });
    try {
      const stocked = early.setStock({ toolId: 't', set: 1, actor: 'a', correlationId: 'c' });
      await expect(stocked).rejects.toThrow('A backup is being restored');
      await restoreLines(into, lines);
      await finishRestore(into, head, { asCopy: false });
      expect(await verify(into)).toMatchObject({ count: 0, seq: head.seq });
    } finally {
      await early.close();
    }
  });

  it('that was cut off is not taken into use by a rebuild', async () => {
    const { lines } = await backup();
    await beginRestore(into);
    await expect(rebuild(into)).rejects.toThrow('start the import again');
    await restoreLines(into, lines.slice(0, 10));
    await expect(rebuild(into)).rejects.toThrow('start the import again');
    expect(await into.hget(redisKeys.meta, 'code')).toBe('restoring');
  });

  it('is refused over a shop', async () => {
    await expect(beginRestore(from)).rejects.toMatchObject({ name: 'StoreNotEmptyError' });
    await into.set(redisKeys.tool('t'), 'x');
    await expect(beginRestore(into)).rejects.toMatchObject({ name: 'StoreNotEmptyError' });
  });

  it('is refused when an event is written between its look and its mark', async () => {
    const early = await openOrderLog({ url: servers[1]?.url ?? '', commandTimeoutMs: 30_000 });
    const mark = into.multi();
    const exec = mark.exec.bind(mark);
    vi.spyOn(mark, 'exec').mockImplementationOnce(async () => {
      await early.setStock({ toolId: 't', set: 1, actor: 'a', correlationId: 'c' });
      return exec();
    });
    const marking = vi.spyOn(into, 'multi').mockReturnValueOnce(mark);
    try {
      await expect(beginRestore(into)).rejects.toThrow('somebody is writing to it');
      expect(await early.stock(['t'])).toEqual([1]);
    } finally {
      marking.mockRestore();
      await early.close();
    }
  });

  it('keeps writers out until it is done, and begins anew after it was cut off', async () => {
    const waiting = await openOrderLog({ url: servers[1]?.url ?? '', commandTimeoutMs: 30_000 });
    try {
      const { head, lines } = await backup();
      await beginRestore(into);
      await restoreLines(into, lines.slice(0, 10));
      const stocked = waiting.setStock({ toolId: 't', set: 1, actor: 'a', correlationId: 'c' });
      await expect(stocked).rejects.toThrow('A backup is being restored');
      await expect(waiting.ping()).rejects.toThrow();
      await beginRestore(into);
      await restoreLines(into, lines);
      await finishRestore(into, head, { asCopy: false });
      await waiting.ping();
      expect(await verify(into)).toMatchObject({ count: 0, seq: head.seq });
    } finally {
      await waiting.close();
    }
  });
});
