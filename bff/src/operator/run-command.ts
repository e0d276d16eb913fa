import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type OrderLog, openOrderLog, openScan, pastSegments } from '@karigar/events';
import type { Option } from 'commander';
import { openShopObjects } from '../config/open-shop-objects.ts';
import { recordOps } from '../ops.ts';
import { failureText, OperatorError } from './failure-text.ts';
import { makeOutput, type Output, type Streams } from './output.ts';
import { objectsTimeoutMs, shareDataDir, shopSettings } from './shop-settings.ts';

const logTimeoutMs = 30_000;
/** How long a stopped command may take to come to its end, and to close what it opened: a server lets its requests end for 4 s, and a Redis may hang. */
const endsWithinMs = 6_000;

/** What a command runs in. */
export interface Surroundings {
  variables: Readonly<Record<string, string | undefined>>;
  streams: Streams;
  /** Opens a server of the shop in this process, with these variables. */
  openServer(variables: Readonly<Record<string, string>>): Promise<{ url: string; stop(): Promise<void> }>;
}

/** Options that every command takes. */
interface SharedOptions {
  json?: boolean;
  yes?: boolean;
  who?: string;
  why?: string;
}

/** A row of the table of commands. */
export interface Command<Options = never> {
  /** Its name and arguments, such as `show <order>`; `run` finds each argument among its options. */
  usage: string;
  help: string;
  /** The words after `npm run orders --`. */
  example: string;
  options?: readonly Option[];
  /** Whether a setting that is missing is a fault too: other commands ask for what they need. */
  needsAllSettings?: boolean;
  /** When it takes --who and --why, because it leaves a note: always, or with --yes, without which it only looks. */
  records?: 'always' | 'with-yes';
  /** The reasons that --why takes, of a command that needs one. */
  reasons?: readonly string[];
  /** Throws `OperatorError` for what the operator can put right. */
  run(context: Context, options: Options): Promise<Result>;
}

/** What a command found or did. */
interface Result {
  /** What --json prints. */
  value?: unknown;
  /** What a person reads; false is no line. */
  text?: readonly (string | false)[];
  /** What is recorded of it; nothing where a command only looked. */
  note?: Readonly<Record<string, unknown>> | undefined;
  /** False: the exit code is 1. */
  ok?: boolean;
  /** True: there is something to do, and --yes was not given. The exit code is 1. */
  waits?: boolean;
}

/** Ties a row to the options that its function takes. */
export const command = <Options>(row: Command<Options>): Command => row as unknown as Command;

/** Everything that a command works with. */
export type Context = ReturnType<typeof makeContext>;

/** Makes what a command works with; each part is opened when it is first asked for. Throws `OperatorError` and `ConfigError`. */
function makeContext(
  name: string,
  needsAllSettings: boolean,
  { yes = false, why = '', who: given }: SharedOptions,
  { variables, openServer }: Surroundings,
  { output, signal, closing }: { output: Output; signal: AbortSignal; closing: AsyncDisposableStack },
) {
  const shop = shopSettings(variables, needsAllSettings);
  const objects = openShopObjects(shop.objects, objectsTimeoutMs);
  const past = pastSegments(objects);
  const lazy = <T>(open: () => Promise<T>, close: (part: T) => void | Promise<void>) => {
    let opening: Promise<T> | undefined;
    return () => (opening ??= open().then((part) => closing.adopt(part, close)));
  };
  const who = `ops:${given ?? variables.LOGNAME ?? variables.USER ?? 'unknown'}`;
  const log: () => Promise<OrderLog> = lazy(
    () =>
      openOrderLog({
        url: shop.redisUrl,
        replicas: shop.replicas,
        name: 'karigar-operator',
        past,
        timeZone: shop.timeZone,
        commandTimeoutMs: logTimeoutMs,
        mustExist: true,
      }),
    (opened) => opened.close(),
  );
  const dataDir = lazy(
    () => shareDataDir(shop),
    (release) => release(),
  );
  return {
    shop,
    output,
    signal,
    closing,
    yes,
    why,
    who,
    log,
    openServer,
    /** Opens the store on a connection of its own, for work through the whole log. */
    store: lazy(
      () => openScan(shop.redisUrl, 'karigar-operator', { past, timeZone: shop.timeZone, signal }),
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
      return objects;
    },
    /** Shows how far the command is. */
    progress: output.progress(name),
    /**
     * Records what the command did, and waits for the replicas. Where Redis takes no writes the result is worth as much as ever: the operator only hears that the
     * note is missing.
     */
    async note(detail: Readonly<Record<string, unknown>>): Promise<void> {
      try {
        const { redis } = await log();
        await recordOps(redis, { kind: name, who, why, detail });
        await redis.flushed(redis.history());
      } catch (error) {
        output.complain(`The result is as shown, but its note could not be recorded. ${failureText(error)}`);
      }
    },
  };
}

/** Runs a command, prints its result and closes what it opened. Answers the exit code: 1 for a difference, refusal or fault, 130 when it was stopped. */
export async function runCommand(
  row: Command,
  name: string,
  options: SharedOptions,
  around: Surroundings,
): Promise<number> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const output = makeOutput(options.json === true, around.streams);
  const closing = new AsyncDisposableStack();
  const patience = () => delay(endsWithinMs, undefined, { ref: false });
  // The terminal and npm may both pass a Ctrl-C on: the second must not kill the clean end.
  const stop = () => stopping.abort(new Error('Stopped.'));
  const signals = ['SIGINT', 'SIGTERM'];
  for (const one of signals) process.on(one, stop);
  const givenUp = once(signal, 'abort')
    .then(patience)
    .then((): never => {
      throw signal.reason;
    });
  try {
    const context = makeContext(name, row.needsAllSettings === true, options, around, {
      output,
      signal,
      closing,
    });
    const work = row.run(context, options as never);
    const { value, text = [], note, ok = true, waits = false } = await Promise.race([work, givenUp]);
    if (note !== undefined) await context.note(note);
    if (value !== undefined)
      output.result(value, [...text, waits && 'Nothing was changed. Add --yes to do it.']);
    return ok && !waits && !output.complained() ? 0 : 1;
  } catch (error) {
    // A command that knows better says itself where it stopped.
    const again = 'No step is half done. Start the same command again to continue.';
    const text = error instanceof OperatorError || !signal.aborted ? failureText(error) : again;
    output.complain(signal.aborted ? `Stopped. ${text}` : text);
    return signal.aborted ? 130 : 1;
  } finally {
    for (const one of signals) process.off(one, stop);
    await Promise.race([closing.disposeAsync(), patience()]);
  }
}
