import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuyerToSeal, sealBuyer } from '../buyer.ts';
import { dataKeyFile } from '../data-key.ts';
import { openPersonal } from '../personal.ts';
import { dataKeyOf, openKeysIn } from './test-keys.ts';

/** Seals the persons of a store that is filled for measurements. */
export type FilledKeys = (uid: string, orderId: string, buyer: BuyerToSeal) => Promise<string>;

/** Makes the keys in a new data folder, which a server can take over: then it opens what was sealed. */
export async function newFilledKeys(dataDir: string): Promise<FilledKeys> {
  const secret = randomBytes(32).toString('base64');
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, dataKeyFile), secret, { mode: 0o600 });
  const keys = await openKeysIn(dataDir, dataKeyOf(secret));
  const personal = await openPersonal(keys, () => undefined);
  return (uid, orderId, buyer) => sealBuyer(personal, uid, orderId, buyer);
}
