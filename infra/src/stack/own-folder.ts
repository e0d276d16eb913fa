import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of one run, and where the processes in it write their logs. */
export interface OwnFolder {
  dir: string;
  logFile: (name: string) => string;
}

/** Makes a folder whose name begins with `prefix`, below `parent`; it goes with everything else that `undo` ends. */
export function ownFolder(undo: AsyncDisposableStack, prefix: string, parent = tmpdir()): OwnFolder {
  const dir = mkdtempSync(join(parent, prefix));
  undo.defer(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, 'logs'));
  return { dir, logFile: (name) => join(dir, 'logs', `${name}.log`) };
}
