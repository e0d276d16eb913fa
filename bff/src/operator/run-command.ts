import { closeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { type OrderLog, openOrderLog, openScan, type PastEvents, pastSegments } from '@karigar/events';
import { readNumber } from '../contracts/order-number.ts';
import { cachedKeys } from '../personal/cached-keys.ts';
import { keysIn } from '../personal/key-folder.ts';
import { openKeysOfShop } from '../personal/keys-of-shop.ts';
import { openPersonal } from '../personal/personal.ts';
import type { Command, Context, OpenServer } from './command.ts';
import { failureText, OperatorError } from './failure-text.ts';
import { makeOutput, type Streams } from './output.ts';
import {
  dataKeysOf,
  objectsThere,
  openObjectsOf,
  type ShopSettings,
  shareDataDir,
  shopSettings,
} from './shop-settings.ts';

/** How long a stopped command may wait for the answer to its last question. */
const lastAnswerMs = 2_000;
const logTimeoutMs = 30_000;

/** What a command runs in. */
export interface Surroundings {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly streams: Streams;
  readonly openServer: OpenServer;
}

/** Options that every command takes. */
interface SharedOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly who?: string;
  readonly why?: string;
}

/** Runs a command with everything it needs, prints its result and closes what it opened. Answers the exit code: 1 for a difference, refusal or fault, 130 when it was stopped. */
export async function runCommand(
  row: Command,
  options: SharedOptions,
  { variables, streams, openServer }: Surroundings,
): Promise<number> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const output = makeOutput(options.json === true, streams);
  const parts = new AsyncDisposableStack();
  /** Opens a part when it is first asked for, and closes it when the command ends. */
  const once = <T>(open: () => Promise<T>, close: (part: T) => unknown) => {
    let opening: Promise<T> | undefined;
    return () =>
      (opening ??= open().then((part) => parts.adopt(part, async (opened) => void (await close(opened)))));
  };
  const stop = (): void => {
    // The terminal and npm may both pass a Ctrl-C on: the second must not kill the clean end.
    if (signal.aborted) return;
    stopping.abort(new Error('Stopped.'));
    // Work stops at its next step. A Redis that hangs would keep it from that, and nothing needs the last answer.
    setTimeout(() => void parts.disposeAsync(), lastAnswerMs).unref();
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
  try {
    const why = options.why ?? '';
    if (row.needsWhy && why === '')
      throw new OperatorError(`Say why, in one of these words: --why ${row.why?.join(' | ')}.`);
    const shop = shopSettings(variables);
    // Nothing is asked of the storage before an event is read that has left Redis.
    const past = pastSegments(objectsThere(shop));
    let openedLog: OrderLog | undefined;
    const log = once(
      async () => {
        openedLog = await openLog(shop, past, signal);
        return openedLog;
      },
      (opened) => opened.close(),
    );
    const personal = once(
      async () => {
        const dataKeys = dataKeysOf(shop);
        const { redis } = await log();
        const keys = await openKeysOfShop(redis, keysIn(shop.dataDir), async () => dataKeys, false);
        // A person in the log has a key already: a command never makes one.
        return openPersonal(
          cachedKeys(keys),
          () => undefined,
          async () => true,
        );
      },
      (opened) => opened.close(),
    );
    const dataDir = once(
      () => shareDataDir(shop),
      (lock) => lock !== null && closeSync(lock),
    );
    let isNoted = true;
    const who = `ops:${options.who ?? loginName()}`;
    const context: Context = {
      ...{ shop, output, signal, who, why, yes: options.yes === true, log, personal, openServer },
      shareDataDir: async () => void (await dataDir()),
      objects: async () => {
        await dataDir();
        return openObjectsOf(shop);
      },
      store: once(
        () => openScan(shop.redisUrl, 'karigar-operator', { past, signal }),
        (opened) => opened.close(),
      ),
      orderId: async (text) => {
        const number = readNumber(text);
        const id = number === null ? text : await (await log()).orderIdAt(number);
        if (id === null) throw new OperatorError(`No order of this shop has the number ${text}.`);
        return id;
      },
      progress: (unit = 'events') => output.progress(row.name, unit),
      confirm: (question) => confirm(question, options.yes === true),
      note: async (detail) => {
        try {
          await (await log()).recordOps({ kind: row.name, who, why, detail });
        } catch (error) {
          isNoted = false;
          output.complain(`The result stands, but no note of it could be recorded. ${failureText(error)}`);
        }
      },
    };
    const { value, text = [], note, ok = true } = await row.run(context, options as never);
    if (note !== undefined) await context.note(note);
    if (openedLog !== undefined) await openedLog.redis.flushed(openedLog.redis.history());
    if (value !== undefined) output.result(value, text);
    return ok && isNoted ? 0 : 1;
  } catch (error) {
    if (!signal.aborted) {
      output.complain(failureText(error));
      return 1;
    }
    // A command that knows better says itself where it stopped.
    const again = 'Nothing is half done: start the same command again to go on.';
    output.complain(`Stopped. ${error instanceof OperatorError ? error.message : again}`);
    return 130;
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop);
    await parts.disposeAsync();
  }
}

/** Opens the log of a shop that is there; given up at once by Ctrl-C, because nothing has been begun yet. */
async function openLog(
  { redisUrl, replicas }: ShopSettings,
  past: PastEvents,
  signal: AbortSignal,
): Promise<OrderLog> {
  signal.throwIfAborted();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  const how = { replicas, name: 'karigar-operator', past, commandTimeoutMs: logTimeoutMs, mustExist: true };
  return Promise.race([openOrderLog({ url: redisUrl, ...how }), stopped]);
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
  if (process.stdin.isTTY !== true)
    throw new OperatorError(`${question} There is no terminal to confirm on: add --yes if you are sure.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D end the question with an error: they mean no.
  const answer = await terminal.question(`${question} Type yes to go on: `).catch(() => '');
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new OperatorError('Nothing was done.');
}
