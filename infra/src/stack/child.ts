import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs';

/** How a part of the stack is started. */
export interface ChildOptions {
  /** Its name in messages: 'Redis', 'BFF' … */
  name: string;
  command: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** A descriptor that it inherits: a lock is then held until it ends too. */
  lock?: number | undefined;
  /** File that takes everything it prints. A full one is renamed to `….1` and replaces the one before. */
  logFile: string;
  maxLogBytes?: number;
  /** Called with each line it prints, besides the log file. */
  onLine?: (line: string) => void;
}

/** How a process ended. */
interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A running part of the stack. */
export interface Child {
  name: string;
  pid: number;
  /** Settles when it has ended, however it ended; never rejects. */
  ended: Promise<Ending>;
  /** True once stop() was asked for: its end is then no fault. */
  stopping: boolean;
  kill(signal: NodeJS.Signals): void;
  /** SIGTERM, then SIGKILL after `graceMs`; settles when it is gone. */
  stop(graceMs?: number): Promise<void>;
  /** The last lines it printed, for a message about its end. */
  lastLines(count?: number): string[];
}

const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));

/**
 * Starts a process that does not outlive this one: on Linux the kernel sends it SIGTERM when its parent is gone, so even SIGKILL
 * of the parent leaves no orphans.
 */
export function startChild(options: ChildOptions): Child {
  const [command, args] =
    process.platform === 'linux' && setpriv !== undefined
      ? [setpriv, ['--pdeathsig', 'TERM', options.command, ...options.args]]
      : [options.command, options.args];
  // Its own group, so that Ctrl-C reaches it through our orderly stop and not all at once from the terminal.
  const process_ = spawn(command, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe', options.lock ?? 'ignore'],
    detached: true,
  });
  return follow(process_, options);
}

function follow(process_: ChildProcess, options: ChildOptions): Child {
  const writeLog = boundedFile(options.logFile, options.maxLogBytes ?? 10_000_000);
  const tail: string[] = [];
  let rest = '';
  let stopping = false;
  let gone = false;
  const take = (chunk: Buffer) => {
    writeLog(chunk);
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      tail.push(line);
      if (tail.length > 60) tail.shift();
      options.onLine?.(line);
    }
  };
  process_.stdout?.on('data', take);
  process_.stderr?.on('data', take);
  const ended = new Promise<Ending>((resolve) => {
    const settle = (ending: Ending) => {
      gone = true;
      resolve(ending);
    };
    process_.once('error', (error) => {
      tail.push(error.message);
      settle({ code: 127, signal: null });
    });
    process_.once('exit', (code, signal) => settle({ code, signal }));
  });
  const kill = (signal: NodeJS.Signals) => {
    if (!gone) process_.kill(signal);
  };
  return {
    name: options.name,
    pid: process_.pid ?? 0,
    ended,
    get stopping() {
      return stopping;
    },
    kill,
    async stop(graceMs = 3000) {
      stopping = true;
      kill('SIGTERM');
      const force = setTimeout(() => kill('SIGKILL'), graceMs);
      await ended;
      clearTimeout(force);
    },
    lastLines: (count = 8) => [...tail, rest].filter((line) => line.trim() !== '').slice(-count),
  };
}

/** Appends to a file, and begins it anew where it would hold more than `maxBytes`. A full disk does not stop the program. */
function boundedFile(path: string, maxBytes: number): (chunk: Buffer) => void {
  let size = existsSync(path) ? statSync(path).size : 0;
  return (chunk) => {
    const full = size + chunk.length > maxBytes;
    size = full ? chunk.length : size + chunk.length;
    try {
      if (full) renameSync(path, `${path}.1`);
      // At once: a stream that is still opening its file would open the new one after the rename.
      appendFileSync(path, chunk);
    } catch {
      // What cannot be written is lost; the lines kept in memory still tell why a process ended.
    }
  };
}
