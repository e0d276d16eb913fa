import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StackFault } from './fault.ts';
import { portIsFree } from './free-port.ts';

/** What a running shop tells the operator's commands, in `DATA_DIR/running.json`; `bff/src/operator/shop-settings.ts` reads it. */
export interface RunningShop {
  url: string;
  redisUrl: string;
  simulatorUrl: string | null;
  emulatorHost: string | null;
  /** Who is an admin by ADMIN_EMAILS of its server. */
  adminEmails: string | null;
  pid: number;
}

const ownMark = 'karigar-data.txt';

/** Tells whether the folder was made by a shop of ours; nothing else may be cleared. */
export function isOwnDataDir(dir: string): boolean {
  return existsSync(join(dir, ownMark));
}

const leastFreeBytes = 64 * 1024 * 1024;

/** Makes the folder ready for use, or throws a StackFault that says why it cannot be written and what to do. */
export function prepareDataDir(dir: string): void {
  const probe = join(dir, '.write-probe');
  try {
    mkdirSync(join(dir, 'logs'), { recursive: true, mode: 0o700 });
    writeFileSync(probe, 'Karigar');
    rmSync(probe);
    writeFileSync(join(dir, ownMark), 'The data of a local Karigar shop; "npm run reset" clears it.\n');
  } catch (error) {
    throw new StackFault(whyNotWritable(dir, error as NodeJS.ErrnoException));
  }
  const disk = statfsSync(dir);
  if (disk.bavail * disk.bsize < leastFreeBytes) {
    throw new StackFault(
      `The disk of DATA_DIR (${dir}) has less than 64 MB left: free some space, or set DATA_DIR to a folder on another disk.`,
    );
  }
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

/**
 * Finds the shop that runs on this folder; gives null if there is none, also when one was killed and left its note. The process id alone
 * proves nothing, because after a restart of the machine any program may have it: the shop must hold its port as well.
 */
export async function findRunningShop(dir: string): Promise<RunningShop | null> {
  const shop = readNote(dir);
  if (shop === null || !isAlive(shop.pid)) return null;
  const { hostname, port } = new URL(shop.url);
  const free = await portIsFree(Number(port), hostname.replace(/^\[|\]$/g, '')).catch(
    // An address that this machine does not have (any more) is held by nobody here.
    (error: NodeJS.ErrnoException) => error.code === 'EADDRNOTAVAIL',
  );
  return free ? null : shop;
}

function readNote(dir: string): RunningShop | null {
  try {
    return JSON.parse(readFileSync(runningFile(dir), 'utf8')) as RunningShop;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process lives, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Throws a StackFault if another process runs a shop on this folder: two would overwrite each other's files. */
export async function refuseSecondShop(dir: string): Promise<void> {
  const other = await findRunningShop(dir);
  if (other === null || other.pid === process.pid) return;
  throw new StackFault(
    `A shop already runs on DATA_DIR (${dir}), process ${other.pid} at ${other.url}: stop it first, or set DATA_DIR and PORT for a second one.`,
  );
}

/** Writes the note for the operator's commands. */
export function noteRunningShop(dir: string, shop: RunningShop): void {
  writeFileSync(runningFile(dir), `${JSON.stringify(shop, null, 2)}\n`);
}

/** Removes the note; does nothing if there is none. */
export function forgetRunningShop(dir: string): void {
  rmSync(runningFile(dir), { force: true });
}
