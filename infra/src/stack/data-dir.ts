import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from '@karigar/bff/lock-folder';
import { StackFault } from './fault.ts';

const ownMark = 'karigar-data.txt';

/** Tells whether the folder was made by a shop of ours; nothing else may be cleared. */
export function isOwnDataDir(dir: string): boolean {
  return existsSync(join(dir, ownMark));
}

/** Removes everything in the folder but its mark: to remove a locked folder would let others lock a new one. */
export function clearDataDir(dir: string): void {
  for (const name of readdirSync(dir))
    if (name !== ownMark) rmSync(join(dir, name), { recursive: true, force: true });
}

const leastFreeBytes = 64 * 1024 * 1024;

/** As long as a shop takes to stop, or its Redis when everything else was killed. */
const stopsWithinSeconds = 6;

/** Locks the folder until the descriptor is closed that it answers. Throws a StackFault that names who holds it, because two shops would write into the same files. */
export async function lockDataDir(dir: string): Promise<number> {
  const lock = await lockFolder(dir, { seconds: stopsWithinSeconds });
  if (typeof lock === 'number') return lock;
  throw new StackFault(
    `DATA_DIR (${dir}) is in use by ${lock}: stop it first, or set DATA_DIR and PORT for a second shop.`,
  );
}

/**
 * Locks the folder and makes it ready for use. Answers the descriptor that holds the lock, or throws a StackFault that says why the folder cannot be
 * used and what to do.
 */
export async function prepareDataDir(dir: string): Promise<number> {
  const probe = join(dir, '.write-probe');
  let lock: number;
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    lock = await lockDataDir(dir);
    // A shop that was killed left its note.
    forgetRunningShop(dir);
    mkdirSync(join(dir, 'logs'), { recursive: true, mode: 0o700 });
    writeFileSync(probe, 'Karigar');
    rmSync(probe);
    writeFileSync(join(dir, ownMark), 'The data of a local Karigar shop; "npm run reset" clears it.\n');
  } catch (error) {
    if (error instanceof StackFault) throw error;
    throw new StackFault(whyNotWritable(dir, error as NodeJS.ErrnoException));
  }
  const disk = statfsSync(dir);
  if (disk.bavail * disk.bsize < leastFreeBytes) {
    throw new StackFault(
      `The disk of DATA_DIR (${dir}) has less than 64 MB left: free some space, or set DATA_DIR to a folder on another disk.`,
    );
  }
  return lock;
}

function whyNotWritable(dir: string, error: NodeJS.ErrnoException): string {
  const name = `DATA_DIR (${dir})`;
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${name} is full: free some space, or set DATA_DIR to a folder on another disk.`;
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return `${name} may not be written by this user: change its rights, or set DATA_DIR to a folder of yours.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${name} is, or lies below, a file: set DATA_DIR to a folder.`;
    default:
      return `${name} cannot be used (${error.message}): set DATA_DIR to a folder of yours.`;
  }
}

const runningFile = (dir: string) => join(dir, 'running.json');

/** Writes the note for the operator's commands: variables of the server. `bff/src/operator/shop-settings.ts` reads it. */
export function noteRunningShop(dir: string, variables: Readonly<Record<string, string>>): void {
  writeFileSync(runningFile(dir), `${JSON.stringify(variables, null, 2)}\n`);
}

/** Removes the note; does nothing if there is none. */
export function forgetRunningShop(dir: string): void {
  rmSync(runningFile(dir), { force: true });
}
