import { closeSync, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { pathToFileURL } from 'node:url';
import { type OrderLog, openOrderLog, openScan, pastSegments } from '@karigar/events';
import { openShopObjects } from '../config/open-shop-objects.ts';
import { readNumber } from '../contracts/order-number.ts';
import { cachedKeys } from '../personal/cached-keys.ts';
import { keysIn } from '../personal/key-folder.ts';
import { openKeysOfShop } from '../personal/keys-of-shop.ts';
import { openPersonal } from '../personal/personal.ts';
import { failureText, OperatorError } from './failure-text.ts';
import type { Output } from './output.ts';
import { dataKeysOf, objectsTimeoutMs, shareDataDir, shopSettings } from './shop-settings.ts';

const logTimeoutMs = 30_000;

/** Opens a server of the shop in this process, with these variables. */
export type OpenServer = (
  variables: Readonly<Record<string, string>>,
) => Promise<{ readonly url: string; stop(): Promise<void> }>;

/** Options that several commands take. */
export interface SharedOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly who?: string;
  readonly why?: string;
}

/** What a context is made of. */
interface ContextParts {
  /** The name of the command. */
  readonly name: string;
  readonly options: SharedOptions;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Closes what the command opens. */
  readonly closing: AsyncDisposableStack;
  readonly openServer: OpenServer;
}

/** Everything that a command works with. */
export type Context = ReturnType<typeof makeContext>;

/** Makes what a command works with; each part is opened when it is first asked for. Throws `OperatorError` and `ConfigError`. */
export function makeContext({ name, options, variables, output, signal, closing, openServer }: ContextParts) {
  const { yes = false, why = '' } = options;
  const shop = shopSettings(variables);
  const past = pastSegments(openShopObjects(shop.objects, objectsTimeoutMs));
  const once = <T>(open: () => Promise<T>, close: (part: T) => void | Promise<void>) => {
    let opening: Promise<T> | undefined;
    return () => (opening ??= open().then((part) => closing.adopt(part, close)));
  };
  const who = `ops:${options.who ?? loginName()}`;
  const log: () => Promise<OrderLog> = once(
    () =>
      openOrderLog({
        ...{ url: shop.redisUrl, replicas: shop.replicas, name: 'karigar-operator', past },
        ...{ commandTimeoutMs: logTimeoutMs, mustExist: true },
      }),
    (opened) => opened.close(),
  );
  const dataDir = once(
    () => shareDataDir(shop),
    (lock) => {
      if (lock !== null) closeSync(lock);
    },
  );
  return {
    ...{ shop, output, signal, yes, why, who, log, openServer },
    /** Opens the keys of people, and makes none. Throws `OperatorError` without DATA_KEY, and `KeyStoreError`. */
    personal: once(
      async () => {
        const dataKeys = dataKeysOf(shop);
        const { redis } = await log();
        const keys = await openKeysOfShop(redis, keysIn(shop.dataDir), async () => dataKeys, false);
        // A person in the log has a key already.
        return openPersonal(
          cachedKeys(keys),
          () => undefined,
          async () => true,
        );
      },
      (opened) => opened.close(),
    ),
    /** Opens the store on a connection of its own, for work through the whole log. */
    store: once(
      () => openScan(shop.redisUrl, 'karigar-operator', { past, signal }),
      (opened) => opened.close(),
    ),
    /** Must come before a command writes into DATA_DIR. Throws `OperatorError` when another shop uses that folder. */
    shareDataDir: dataDir,
    /**
     * Opens the storage of objects of the shop. Makes DATA_DIR where it is that storage; any other folder has to be there, because it may be a disk that is not
     * mounted.
     */
    async objects() {
      await dataDir();
      if (shop.objects.address === pathToFileURL(shop.dataDir).href)
        mkdirSync(shop.dataDir, { recursive: true });
      return openShopObjects(shop.objects, objectsTimeoutMs);
    },
    /** Finds the id of an order that is named by its id or its number. Throws `OperatorError` when no order has the number. */
    async orderId(text: string): Promise<string> {
      const number = readNumber(text);
      const id = number === null ? text : await (await log()).orderIdAt(number);
      if (id === null) throw new OperatorError(`No order of this shop has the number ${text}.`);
      return id;
    },
    /** Shows how far the command is. */
    progress: () => output.progress(name),
    /** Asks before something that cannot be undone. Throws `OperatorError` when the answer is no or there is no terminal. */
    async confirm(question: string): Promise<void> {
      if (!yes) await ask(question);
    },
    /**
     * Records what the command did, and waits for the replicas. Where Redis takes no writes the result is worth as much as ever: the operator only hears that the
     * note is missing.
     */
    async note(detail: Readonly<Record<string, unknown>>): Promise<void> {
      try {
        const { recordOps, redis } = await log();
        await recordOps({ kind: name, who, why, detail });
        await redis.flushed(redis.history());
      } catch (error) {
        output.complain(`The result stands, but no note of it could be recorded. ${failureText(error)}`);
      }
    },
  };
}

function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

async function ask(question: string): Promise<void> {
  if (process.stdin.isTTY !== true)
    throw new OperatorError(`${question} There is no terminal to confirm on: add --yes if you are sure.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D end the question with an error: they mean no.
  const answer = await terminal.question(`${question} Type yes to go on: `).catch(() => '');
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new OperatorError('Nothing was done.');
}
