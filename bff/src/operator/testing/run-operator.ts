import { type ChildProcess, spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Command, CommanderError } from 'commander';
import { operatorProgram } from '../program.ts';

const entry = fileURLToPath(new URL('../../operator.ts', import.meta.url));

/** How a command of the operator ended. */
export interface OperatorRun {
  code: number | null;
  out: string;
  err: string;
  /** What `--json` printed. */
  json<T>(): T;
}

/** Runs a command in this process, which starts far sooner than one of its own; `variables` is all of its environment; `heard` is told all that it has said so far. */
export async function runOperator(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  heard?: (out: string) => void,
): Promise<OperatorRun> {
  const out = heardStream(heard);
  const err = heardStream();
  let code: number | null = null;
  const openServer = () => Promise.reject(new Error('Only a process of its own opens a server'));
  const streams = { stdout: out.stream, stderr: err.stream };
  const program = operatorProgram({ variables, streams, openServer }, (given) => {
    code = given;
  });
  throwInsteadOfExit(program);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    code = error.exitCode;
  }
  return runOf(code, out.said(), err.said());
}

/** Runs a command as an operator would, in a process of its own whose output is a pipe; `heard` is told all that it has said so far. */
export function runOperatorProcess(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  stop?: AbortSignal,
  heard?: (out: string) => void,
): Promise<OperatorRun> {
  const child = start(process.execPath, [entry, ...args], variables);
  stop?.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
  return ended(child, heard);
}

/** Runs a line of bash in which "$@" is a command of the operator, as one with pipes or limits. */
export function runInShell(
  line: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<OperatorRun> {
  return ended(start('bash', ['-c', line, 'bash', process.execPath, entry, ...args], variables));
}

function heardStream(heard?: (out: string) => void) {
  let said = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      said += String(chunk);
      heard?.(said);
      done();
    },
  });
  return { stream, said: () => said };
}

/** A wrong use, or a wish for help, ends the process of a command. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const inner of command.commands) throwInsteadOfExit(inner);
}

function start(
  program: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): ChildProcess {
  return spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH: process.env.PATH ?? '', NO_COLOR: '1' },
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      ...variables,
    },
  });
}

function ended(child: ChildProcess, heard?: (out: string) => void): Promise<OperatorRun> {
  let out = '';
  let err = '';
  child.stdout?.on('data', (data) => {
    out += String(data);
    heard?.(out);
  });
  child.stderr?.on('data', (data) => {
    err += String(data);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(runOf(code, out, err)));
  });
}

function runOf(code: number | null, out: string, err: string): OperatorRun {
  return { code, out, err, json: <T>() => JSON.parse(out) as T };
}
