import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OrderLog, openOrderLog } from '@karigar/events';
import { type UserRecords, userRecords } from '../people/user-records.ts';
import { dataKeyFile } from '../personal/data-key.ts';
import { openPersonal, type Personal } from '../personal/personal.ts';
import { dataKeyOf, openKeysIn } from '../personal/testing/test-keys.ts';
import { adminEmail, type RunningShop } from './running-shop.ts';

/** The records of a running shop, as another process of it would write them. */
export interface ShopRecords {
  log: OrderLog;
  personal: Personal;
  users: UserRecords;
  adminEmails: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Opens the records of a running shop; `now` gives the time of what is written (ms). */
export async function openRecords({ redis, dataDir }: RunningShop, now?: () => number): Promise<ShopRecords> {
  const dataKey = dataKeyOf(await readFile(join(dataDir, dataKeyFile), 'utf8'));
  const keys = await openKeysIn(dataDir, dataKey);
  const personal = await openPersonal(keys, () => undefined);
  const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
  const adminEmails = new Set([adminEmail]);
  const users = userRecords({ redis: log.redis, personal, adminEmails, ...(now && { now }) });
  return {
    log,
    personal,
    users,
    adminEmails,
    close: () => log.close(),
  };
}
