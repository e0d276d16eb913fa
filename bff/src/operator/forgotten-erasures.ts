import { existsSync } from 'node:fs';
import type { Verification } from '@karigar/events';
import { hasRecords } from '../erasure/erasure-round.ts';
import { keyFolder, keysIn } from '../personal/key-folder.ts';
import type { CommandContext } from './command-context.ts';

type Difference = Verification['differences'][number];

/** What to do about them. */
export const erasuresAdvice =
  'A server puts this right when it starts, or within a minute: see the handbook, 10, for what may keep it waiting.';

/**
 * Finds who is erased by the list of the key store, which outlives every log, and not by this log, as after the import of a backup from
 * before; and the other way round; and whose records are left. Finds nothing where the key store is not in the data folder.
 */
export async function forgottenErasures({ shop, log: open }: CommandContext): Promise<Difference[]> {
  const folder = keyFolder(keysIn(shop.dataDir));
  if (!existsSync(folder.root)) return [];
  const log = await open();
  const inLog = new Set(await log.erasedPersons());
  const inList = new Set<string>();
  for await (const { uid } of folder.erased()) inList.add(uid);
  const difference = (subject: string, message: string): Difference => ({
    kind: 'erased',
    seq: null,
    subject,
    message,
  });
  const found: Difference[] = [];
  for (const uid of inList)
    if (!inLog.has(uid)) found.push(difference(uid, 'is erased, but not in this log'));
  for (const uid of inLog) {
    if (!inList.has(uid)) found.push(difference(uid, 'is erased in the log, but the key is not destroyed'));
    if (await hasRecords(log, uid)) found.push(difference(uid, 'is erased, but records of them are left'));
  }
  return found;
}
