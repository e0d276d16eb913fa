import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../operator.ts', import.meta.url));

/** How a command of the operator ended. */
export interface OperatorRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** What `--json` printed. */
  json<T>(): T;
}

/** Runs a command as an operator would, in a process of its own whose output is a pipe. */
export function runOperator(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  stop?: AbortSignal,
): Promise<OperatorRun> {
  const child = spawn(process.execPath, [entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', NO_COLOR: '1', ...variables },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (data) => {
    out += String(data);
  });
  child.stderr.on('data', (data) => {
    err += String(data);
  });
  stop?.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, out, err, json: <T>() => JSON.parse(out) as T });
    });
  });
}
