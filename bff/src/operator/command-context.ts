import { closeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import {
  type ObjectStore,
  type OrderLog,
  openOrderLog,
  openScan,
  type PastEvents,
  type Scan,
} from '@karigar/events';
import type { Command } from 'commander';
import { cachedKeys } from '../personal/cached-keys.ts';
import { keysIn } from '../personal/key-folder.ts';
import { openKeysOfShop } from '../personal/keys-of-shop.ts';
import { openPersonal, type Personal } from '../personal/personal.ts';
import { failureText } from './failure-text.ts';
import { openOperatorObjects } from './objects-of-shop.ts';
import { OperatorError } from './operator-error.ts';
import { makeOutput, type Output, type Streams } from './output.ts';
import { pastEventsIn } from './past-events.ts';
import { whyOption } from './reasons.ts';
import { dataKeysOf, type ShopSettings, shareDataDir, shopSettings } from './shop-settings.ts';

/** Everything that a command works with. */
export interface CommandContext {
  readonly shop: ShopSettings;
  readonly output: Output;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Who acts, as the records say it: ops:<name>. */
  readonly who: string;
  /** Why: a word of the list of the command, '' for none. */
  readonly why: string;
  /** Opens the order log; closed when the command ends. */
  log(): Promise<OrderLog>;
  /** Opens the keys of people, and makes none; closed when the command ends. Throws `OperatorError` without DATA_KEY, and `KeyStoreError`. */
  personal(): Promise<Personal>;
  /** Must come before a command writes into DATA_DIR. Throws `OperatorError` when another shop uses that folder. */
  shareDataDir(): Promise<void>;
  /** Opens the storage of pictures and exports, which may be DATA_DIR. Throws `OperatorError` when its settings cannot be meant. */
  objects(): Promise<ObjectStore>;
  /** Gives the events that have left Redis, out of that storage. */
  readonly past: PastEvents;
  /** Opens the store on a connection of its own, for work through the whole log; closed when the command ends. */
  store(): Promise<Scan>;
  /** Asks before something that cannot be undone. Throws `OperatorError` when the answer is no or nobody can be asked. */
  confirm(question: string): Promise<void>;
}

/** Runs the work of a command, with the options that were given. */
export type Run = (options: object, work: (context: CommandContext) => Promise<number>) => Promise<void>;

/** Adds a command with its description and examples. */
export type Add = (name: string, description: string, ...examples: string[]) => Command;

/** Options that every command takes. */
interface SharedOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly who?: string;
  readonly why?: string;
}

/** How long a stopped command may wait for the answer to its last question. */
const lastAnswerMs = 2_000;

/** Adds the options that every command takes, and --why to one that records what it did. */
export function withSharedOptions(command: Command): Command {
  const why = whyOption(command.name());
  if (why !== null) command.addOption(why);
  return command
    .option('--json', 'print the result as JSON, for machines')
    .option('--who <name>', 'your name in the records (default: your login)');
}

/**
 * Runs a command with everything it needs and ends the process's work cleanly: connections closed, Ctrl-C heard once.
 * Answers the exit code: what `work` says, 1 for a refusal or fault, 130 when it was stopped.
 */
export async function runCommand(
  options: SharedOptions,
  variables: Readonly<Record<string, string | undefined>>,
  work: (context: CommandContext) => Promise<number>,
  streams: Streams = process,
): Promise<number> {
  const stopping = new AbortController();
  // The terminal and npm may both hand a Ctrl-C on: one is enough, and the second must not kill the clean end.
  const stores: Scan[] = [];
  let log: Promise<OrderLog> | undefined;
  let dataDir: Promise<number | null> | undefined;
  let personal: Promise<Personal> | undefined;
  const stop = (): void => {
    if (stopping.signal.aborted) return;
    stopping.abort(new Error('Stopped.'));
    // Work stops at its next step. A Redis that hangs would keep it from that, and nothing needs the last answer.
    setTimeout(() => {
      for (const store of stores) void store.close();
    }, lastAnswerMs).unref();
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
  const output = makeOutput(options.json === true, streams);
  try {
    const shop = shopSettings(variables);
    const past = pastEventsIn(() => openOperatorObjects(shop));
    const share = async () => {
      dataDir ??= shareDataDir(shop);
      await dataDir;
    };
    const openShopLog = () => (log ??= openLog(shop, past, stopping.signal));
    const code = await work({
      shop,
      output,
      signal: stopping.signal,
      who: `ops:${options.who ?? loginName()}`,
      why: options.why ?? '',
      log: openShopLog,
      personal: () => (personal ??= openKeys(shop, openShopLog)),
      shareDataDir: share,
      objects: async () => {
        await share();
        return openOperatorObjects(shop);
      },
      past,
      store: async () => {
        const store = await openScan(shop.redisUrl, 'karigar-operator', { past, signal: stopping.signal });
        stores.push(store);
        return store;
      },
      confirm: (question) => confirm(question, options.yes === true),
    });
    if (log !== undefined) {
      const { redis } = await log;
      await redis.flushed(redis.history());
    }
    return code;
  } catch (error) {
    if (stopping.signal.aborted) {
      // A command that knows better says itself where it stopped.
      const where =
        error instanceof OperatorError
          ? error.message
          : 'Nothing is half done: start the same command again to go on.';
      output.complain(`Stopped. ${where}`);
      return 130;
    }
    output.complain(failureText(error));
    return 1;
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop);
    for (const store of stores) await store.close();
    for (const opening of [personal, log]) {
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    }
    const lock = await dataDir?.catch(() => null);
    if (typeof lock === 'number') closeSync(lock);
  }
}

/** Opens the log of a shop that is there; given up at once by Ctrl-C, because nothing has been begun yet. */
async function openLog(
  { redisUrl, replicas }: ShopSettings,
  past: PastEvents,
  signal: AbortSignal,
): Promise<OrderLog> {
  signal.throwIfAborted();
  const opening = openOrderLog({
    url: redisUrl,
    replicas,
    name: 'karigar-operator',
    past,
    commandTimeoutMs: 30_000,
    mustExist: true,
  });
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([opening, stopped]);
}

async function openKeys(shop: ShopSettings, log: () => Promise<OrderLog>): Promise<Personal> {
  const dataKeys = dataKeysOf(shop);
  const keys = await openKeysOfShop((await log()).redis, keysIn(shop.dataDir), async () => dataKeys, false);
  // Whoever a command looks at had a key: a new one for them would be a second one.
  return openPersonal(
    cachedKeys(keys),
    () => undefined,
    async () => true,
  );
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
    throw new OperatorError(`${question} There is no terminal to confirm on: add --yes if you are sure.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D end the question with an error: they mean no.
  const answer = await terminal.question(`${question} Type yes to go on: `).catch(() => '');
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new OperatorError('Nothing was done.');
}
