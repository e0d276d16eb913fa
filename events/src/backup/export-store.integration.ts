import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storedFields } from '../log/event-fields.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { openOrderLog } from '../open-order-log.ts';
import type { OrderLog } from '../order-log.ts';
import { type BackupPair, faultsOf, openBackupPair } from '../testing/backup-pair.ts';
import { visit } from '../testing/busy-shop.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { generationSnapshot, storeSnapshot } from '../testing/store-snapshot.ts';
import { verify } from '../verify/verify.ts';
import type { BackupLine } from './backup-lines.ts';
import { beginBackup, exportStore } from './export-store.ts';
import { beginRestore, finishRestore, restoreLines } from './restore-store.ts';

let pair: BackupPair;
let shop: OrderLog;
let from: Redis;
let into: Redis;

beforeAll(async () => {
  pair = await openBackupPair();
  ({ shop, from, into } = pair);
});
beforeEach(() => into.flushall());
afterAll(() => pair?.stop());

const backup = () => pair.backup();

describe('a backup', () => {
  it('restores the whole shop, with the same head and read models', async () => {
    const { head, lines } = await backup();
    expect(faultsOf(lines, head)).toEqual([]);
    await beginRestore(into);
    await restoreLines(into, lines);
    await finishRestore(into, head, { asCopy: false });
    const restored = await openOrderLog({ url: pair.intoUrl, commandTimeoutMs: 30_000 });
    try {
      expect(await restored.head()).toMatchObject({
        seq: head.seq,
        hash: head.hash,
        shop: await shop.shop(),
      });
      expect(await verify(into, { against: head })).toMatchObject({ count: 0 });
      const { gen } = await restored.head();
      expect(await storeSnapshot(restored, `{o}:g${gen}:`)).toEqual(await generationSnapshot(shop));
      const plain = async (log: OrderLog) => {
        const all = Object.entries(await storeSnapshot(log));
        return all.filter(([key]) => !/^(g\d+:|meta$|builds$|lease:|follow:)/.test(key));
      };
      expect(await plain(restored)).toEqual(await plain(shop));
      expect(await into.exists(redisKeys.lease('watch'), redisKeys.follower('watch'))).toBe(0);
      expect(await restored.place(samplePlace({ toolId: 'tool-0' }))).toMatchObject({ repeated: false });
    } finally {
      await restored.close();
    }
  });

  it('holds every value as it is, also one that is the name of a field', async () => {
    const name = (at: number): string => storedFields[at % storedFields.length] as string;
    for (const [turn, toolId] of storedFields.entries()) {
      const who = { actor: name(turn + 1), correlationId: name(turn + 2) };
      const tool = sampleTool({ id: toolId, name: name(turn + 3) });
      await offerTool(shop, tool, 9);
      await shop.setStock({ toolId, add: 1, tool: { ...tool, rev: tool.rev + 1 }, ...who });
      const { order } = await shop.place(
        samplePlace({
          ...who,
          ...{ uid: name(turn + 4), idempotencyKey: name(turn + 5), requestHash: name(turn + 6) },
          ...{ toolId, person: name(turn + 7) },
        }),
      );
      const last = turn % 2 === 0;
      if (last) await shop.pay({ orderId: order.id, transactionId: name(turn), ...who });
      else await shop.remove({ orderId: order.id, reason: 'other', expectedIntent: null, ...who });
      expect(await shop.history(order.id)).toMatchObject([{ ...who, requestHash: name(turn + 6) }, who]);
    }
    const { head, lines } = await backup();
    expect(faultsOf(lines, head)).toEqual([]);
    await beginRestore(into);
    await restoreLines(into, lines);
    await finishRestore(into, head, { asCopy: false });
    expect(await verify(into, { against: head })).toMatchObject({ count: 0, seq: head.seq });
  });

  it('holds the intent of an order that is paid between the head and the records', async () => {
    const { order } = await shop.place(samplePlace({ toolId: 'tool-0', idempotencyKey: 'paid meanwhile' }));
    await shop.registerIntent({ orderId: order.id, intentId: 'pi_meanwhile', attempt: 1 });
    const start = await beginBackup(from);
    await shop.pay({ orderId: order.id, transactionId: 'pi_meanwhile', ...origin });
    expect(await shop.intent(order.id)).toBeNull();
    await beginRestore(into);
    for await (const line of exportStore(from, start)) await restoreLines(into, [line]);
    await finishRestore(into, start.head, { asCopy: false });
    const restored = await openOrderLog({ url: pair.intoUrl, commandTimeoutMs: 30_000 });
    try {
      expect(await restored.order(order.id)).toMatchObject({ paid: false });
      expect(await restored.intent(order.id)).toEqual({ intentId: 'pi_meanwhile', attempt: 1 });
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
    expect((await beginBackup(into)).head.shop).not.toBe(await shop.shop());
    expect(await into.hget(redisKeys.meta, 'copiedAt')).toBe(String(head.ts));
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
    [{ t: 'hash', k: redisKeys.follower('watch', 'part'), f: ['id', '1-0'] }],
  ] satisfies [BackupLine][])('may not write what no backup holds: %j', async (line) => {
    const { head, lines } = await backup();
    expect(faultsOf([...lines, line], head)).toEqual([`the key ${line.k} does not belong into a backup`]);
  });
});
