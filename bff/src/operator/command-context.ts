import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { LogUnavailableError, type OrderLog, openOrderLog, openScanConnection } from '@karigar/events';
import type { Command } from 'commander';
import { type FoundShop, findShop, OperatorError } from './find-shop.ts';
import { makeOutput, type Output } from './output.ts';

/** A connection for work through the whole log. */
export type ScanConnection = Awaited<ReturnType<typeof openScanConnection>>;

/** Everything that a command works with. */
export interface CommandContext {
  readonly shop: FoundShop;
  readonly output: Output;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Who acts, as the records say it: ops:<name>. */
  readonly who: string;
  /** Why, in the operator's own words. */
  readonly why: string;
  /** Opens the order log; closed when the command ends. */
  log(): Promise<OrderLog>;
  /** Opens a connection for work through the whole log; closed when the command ends. */
  scan(): Promise<ScanConnection>;
  /** Asks before something that cannot be undone. Throws `OperatorError` when the answer is no or nobody can be asked. */
  confirm(question: string): Promise<void>;
}

/** Options that every command takes. */
interface SharedOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly who?: string;
  readonly why?: string;
}

/** Adds the options that every command takes. */
export function withSharedOptions(command: Command): Command {
  return command
    .option('--json', 'print the result as JSON, for machines')
    .option('--who <name>', 'your name in the records (default: your login)')
    .option('--why <reason>', 'your reason in the records');
}

/**
 * Runs a command with everything it needs and ends the process's work cleanly: connections closed, Ctrl-C heard once.
 * Answers the exit code: what `work` says, 1 for a refusal or fault, 130 when it was stopped.
 */
export async function runCommand(
  options: SharedOptions,
  variables: Readonly<Record<string, string | undefined>>,
  work: (context: CommandContext) => Promise<number>,
): Promise<number> {
  const stopping = new AbortController();
  // The terminal and npm may both hand a Ctrl-C on: one is enough, and the second must not kill the clean end.
  const stop = (): void => stopping.abort(new OperatorError('Stopped.'));
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
  const opened: { close(): Promise<void> | void }[] = [];
  const output = makeOutput(options.json === true);
  try {
    const shop = findShop(variables);
    return await work({
      shop,
      output,
      signal: stopping.signal,
      who: `ops:${options.who ?? loginName()}`,
      why: options.why ?? '',
      log: async () => {
        const log = await openOrderLog({
          url: shop.redisUrl,
          name: 'karigar-operator',
          commandTimeoutMs: 30_000,
        });
        opened.push(log);
        return log;
      },
      scan: async () => {
        const connection = await openScanConnection(shop.redisUrl, 'karigar-operator');
        opened.push({ close: () => connection.disconnect() });
        return connection;
      },
      confirm: (question) => confirm(question, options.yes === true),
    });
  } catch (error) {
    if (stopping.signal.aborted) {
      process.stderr.write('Stopped. Nothing is half done: start the same command again to go on.\n');
      return 130;
    }
    process.stderr.write(`${sentence(error)}\n`);
    return 1;
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop);
    for (const one of opened.reverse()) await one.close();
  }
}

function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

async function confirm(question: string, yes: boolean): Promise<void> {
  if (yes) return;
  if (process.stdin.isTTY !== true) {
    throw new OperatorError(`${question} Nobody can be asked here: add --yes if you are sure.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} Type yes to go on: `);
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new OperatorError('Nothing was done.');
}

function sentence(error: unknown): string {
  if (error instanceof LogUnavailableError && error.cause !== undefined) {
    return `${error.message}. Is the shop running? Start it, or set REDIS_URL to its Redis.`;
  }
  if (error instanceof AggregateError) return `${error.message}\n${error.errors.map(sentence).join('\n')}`;
  return error instanceof Error ? error.message : String(error);
}
