import type { Verification } from '@karigar/events';
import { hasRecords } from '../erasure/open-erasure.ts';
import type { Context } from './run-command.ts';
import { keysThere } from './shop-settings.ts';

/**
 * Finds who is erased by the list of the key store, which outlives every log, and not by this log, as after the import of a backup from
 * before; and the other way round; and whose records are left. Finds nothing where the folder of the keys does not exist.
 */
export async function forgottenErasures(context: Context): Promise<Verification['differences'][number][]> {
  const keys = keysThere(context.shop);
  if (!keys.areThere()) return [];
  const log = await context.log();
  const inLog = new Set(await log.erasedPersons());
  const inList = new Set<string>();
  for await (const page of keys.erased()) for (const { uid } of page) inList.add(uid);
  const found: [uid: string, message: string][] = [];
  for (const uid of inList) if (!inLog.has(uid)) found.push([uid, 'is erased, but not in this log']);
  for (const uid of inLog) {
    if (!inList.has(uid)) found.push([uid, 'is erased in the log, but the key is not destroyed']);
    if (await hasRecords(log, uid)) found.push([uid, 'is erased, but records of them are left']);
  }
  return found.map(([subject, message]) => ({ kind: 'erased', seq: null, subject, message }));
}
