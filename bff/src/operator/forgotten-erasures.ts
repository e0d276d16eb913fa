import { existsSync } from 'node:fs';
import type { Verification } from '@karigar/events';
import { hasRecords } from '../erasure/erasure-round.ts';
import { keyFolder, keysIn } from '../personal/key-folder.ts';
import type { Context } from './run-command.ts';

/**
 * Finds who is erased by the list of the key store, which outlives every log, and not by this log, as after the import of a backup from
 * before; and the other way round; and whose records are left. Finds nothing where the key store is not in the data folder.
 */
export async function forgottenErasures(context: Context): Promise<Verification['differences'][number][]> {
  const folder = keyFolder(keysIn(context.shop.dataDir));
  if (!existsSync(folder.root)) return [];
  const log = await context.log();
  const inLog = new Set(await log.erasedPersons());
  const inList = new Set<string>();
  for await (const { uid } of folder.erased()) inList.add(uid);
  const found: [uid: string, message: string][] = [];
  for (const uid of inList) if (!inLog.has(uid)) found.push([uid, 'is erased, but not in this log']);
  for (const uid of inLog) {
    if (!inList.has(uid)) found.push([uid, 'is erased in the log, but the key is not destroyed']);
    if (await hasRecords(log, uid)) found.push([uid, 'is erased, but records of them are left']);
  }
  return found.map(([subject, message]) => ({ kind: 'erased', seq: null, subject, message }));
}
