import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OrderLog, openOrderLog } from '@karigar/events';
import { type UserRecords, userRecords } from '../people/user-records.ts';
import { cachedKeys } from '../personal/cached-keys.ts';
import { dataKeyFile, dataKeyFrom } from '../personal/data-key.ts';
import { openFileKeyStore } from '../personal/file-key-store.ts';
import { keysIn } from '../personal/key-folder.ts';
import { openPersonal, type Personal } from '../personal/personal.ts';
import { adminEmail, type RunningShop } from './running-shop.ts';

/** The records of a running shop, as another process of it would write them. */
export interface ShopRecords {
  readonly log: OrderLog;
  readonly personal: Personal;
  readonly users: UserRecords;
  readonly adminEmails: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Opens the records of a running shop; `now` gives the time of what is written (ms). */
export async function openRecords({ redis, dataDir }: RunningShop, now?: () => number): Promise<ShopRecords> {
  const current = dataKeyFrom(await readFile(join(dataDir, dataKeyFile), 'utf8'));
  if (current === null) throw new Error('The shop has no key of keys');
  const keys = cachedKeys(await openFileKeyStore(keysIn(dataDir), { current, former: null }));
  const personal = await openPersonal(keys, () => undefined);
  const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
  const adminEmails = new Set([adminEmail]);
  const users = userRecords({ redis: log.redis, personal, adminEmails, ...(now && { now }) });
  return {
    log,
    personal,
    users,
    adminEmails,
    async close() {
      await log.close();
      await personal.close();
    },
  };
}
