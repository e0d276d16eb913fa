import type { Redis } from 'ioredis';
import { type BackupHead, BackupLine } from '../backup/backup-lines.ts';
import { beginBackup, exportStore } from '../backup/export-store.ts';
import { BackupCheck } from '../backup/restore-store.ts';
import { recordAudit } from '../log/audit.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { openScanConnection } from '../log/scan-connection.ts';
import { openOrderLog } from '../open-order-log.ts';
import type { OrderLog } from '../order-log.ts';
import { openBusyShop, visit } from './busy-shop.ts';
import { startRedis } from './start-redis.ts';

/** A busy shop with records of all kinds, and an empty Redis beside it. */
export interface BackupPair {
  readonly shop: OrderLog;
  readonly from: Redis;
  readonly into: Redis;
  /** Address of the second. */
  readonly intoUrl: string;
  /** The backup of the shop as it is now. */
  backup(): Promise<{ head: BackupHead; lines: BackupLine[] }>;
  stop(): Promise<void>;
}

/** Opens such a pair. */
export async function openBackupPair(): Promise<BackupPair> {
  const [left, right] = await Promise.all([startRedis(), startRedis()]);
  const from = await openScanConnection(left.url, 'export');
  const into = await openScanConnection(right.url, 'import');
  const shop = await openOrderLog({ url: left.url, commandTimeoutMs: 30_000 });
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
    await connection.hSet(redisKeys.follower('watch'), 'id', '1-0');
    await connection.sAdd(redisKeys.record('marks'), ['a', 'b']);
  });
  return {
    shop,
    from,
    into,
    intoUrl: right.url,
    async backup() {
      const start = await beginBackup(from);
      const lines: BackupLine[] = [];
      // As a file would give them back.
      for await (const line of exportStore(from, start))
        lines.push(BackupLine.parse(JSON.parse(JSON.stringify(line))));
      return { head: start.head, lines };
    },
    async stop() {
      from.disconnect();
      into.disconnect();
      await shop.close();
      await Promise.all([left.stop(), right.stop()]);
    },
  };
}

/** What a check of these lines says before they are restored. */
export function faultsOf(lines: readonly BackupLine[], head: BackupHead): string[] {
  const check = new BackupCheck();
  for (const line of lines) check.take(line);
  check.finish(head);
  return check.faults;
}
