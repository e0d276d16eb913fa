import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuyerToSeal, sealBuyer } from '../buyer.ts';
import { cachedKeys } from '../cached-keys.ts';
import { dataKeyFile, dataKeyFrom } from '../data-key.ts';
import { openFileKeyStore } from '../file-key-store.ts';
import { keysIn } from '../key-folder.ts';
import { openPersonal } from '../personal.ts';

/** Seals the persons of a store that is filled for measurements. */
export interface FilledKeys {
  readonly seal: (uid: string, orderId: string, buyer: BuyerToSeal) => Promise<string>;
  close(): Promise<void>;
}

/** Makes the keys in a new data folder, which a server can take over: then it opens what was sealed. */
export async function newFilledKeys(dataDir: string): Promise<FilledKeys> {
  const secret = randomBytes(32).toString('base64');
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, dataKeyFile), secret, { mode: 0o600 });
  const current = dataKeyFrom(secret);
  if (current === null) throw new Error('A new key of keys must be one');
  const personal = await openPersonal(
    cachedKeys(await openFileKeyStore(keysIn(dataDir), { current, former: null })),
    () => undefined,
  );
  return {
    seal: (uid, orderId, buyer) => sealBuyer(personal, uid, orderId, buyer),
    close: () => personal.close(),
  };
}
