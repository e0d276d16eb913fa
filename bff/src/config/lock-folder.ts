import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, globSync, openSync, readFileSync, statSync } from 'node:fs';
import { uptime } from 'node:os';
import { basename } from 'node:path';

/**
 * Locks a folder, and answers the descriptor that holds the lock. The kernel releases it when this process and every process that inherited the
 * descriptor have closed it or ended, however they ended. Waits `seconds` for other processes that hold the folder; then answers one of them in words.
 * Any number of processes may share a folder.
 */
export async function lockFolder(
  dir: string,
  { shared = false, seconds = 0 }: { shared?: boolean; seconds?: number } = {},
): Promise<number | string> {
  const lock = openSync(dir, 'r');
  // Node has no flock(2). The lock belongs to the open file, so it outlives the program that takes it.
  const program = spawn('flock', [shared ? '-s' : '-x', '-w', String(seconds), '3'], {
    stdio: ['ignore', 'ignore', 'inherit', lock],
  });
  const [code] = await once(program, 'exit');
  if (code === 0) return lock;
  closeSync(lock);
  return holderOf(dir);
}

/** The kernel names the holders of a lock beside their descriptors, to the same user and to root. */
function holderOf(dir: string) {
  const inode = `ino:\t${statSync(dir).ino}\n`;
  const holds = (file: string) => {
    const text = readOrEmpty(file);
    return text.includes('FLOCK') && text.includes(inode);
  };
  // The first one has started the others.
  const byPid = new Intl.Collator('en', { numeric: true });
  const pid = globSync('/proc/[0-9]*/fdinfo/*').sort(byPid.compare).find(holds)?.split('/')[2];
  if (pid === undefined) return 'a process of another user';
  const name = basename(readOrEmpty(`/proc/${pid}/cmdline`).split('\0')[0] ?? '');
  // Field 22, in hundredths of a second since the machine started; the second is a name in brackets.
  const ticks = Number(readOrEmpty(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[19]);
  const startedAt = new Date(Date.now() - uptime() * 1_000 + ticks * 10);
  return `process ${pid} (${name}), which runs since ${startedAt.toLocaleString('sv')}`;
}

/** A process may end while its files are read. */
function readOrEmpty(file: string) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
