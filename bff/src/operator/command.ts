import type { ObjectStore, OrderLog, Scan } from '@karigar/events';
import type { Argument, Option } from 'commander';
import type { Personal } from '../personal/personal.ts';
import type { Output, Progress } from './output.ts';
import type { ShopSettings } from './shop-settings.ts';

/** Everything that a command works with. What it opens is closed when it ends. */
export interface Context {
  readonly shop: ShopSettings;
  readonly output: Output;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Who acts, as the records say it: ops:<name>. */
  readonly who: string;
  /** A word of the command's list; '' for none. */
  readonly why: string;
  /** Whether --yes was given. */
  readonly yes: boolean;
  log(): Promise<OrderLog>;
  /** Opens the keys of people, and makes none. Throws `OperatorError` without DATA_KEY, and `KeyStoreError`. */
  personal(): Promise<Personal>;
  /** Opens the storage of pictures and exports, which may be DATA_DIR. */
  objects(): Promise<ObjectStore>;
  /** Opens the store on a connection of its own, for work through the whole log. */
  store(): Promise<Scan>;
  /** Must come before a command writes into DATA_DIR. Throws `OperatorError` when another shop uses that folder. */
  shareDataDir(): Promise<void>;
  /** Finds the id of an order that is named by its id or its number. Throws `OperatorError` when no order has the number. */
  orderId(text: string): Promise<string>;
  /** Shows how far the command is. */
  progress(unit?: string): Progress;
  /** Asks before something that cannot be undone. Throws `OperatorError` when the answer is no or there is no terminal. */
  confirm(question: string): Promise<void>;
  /**
   * Records what the command did. Where Redis takes no writes the result is worth as much as ever: the operator hears that the note is missing, and the command
   * ends with exit code 1.
   */
  note(detail: Readonly<Record<string, unknown>>): Promise<void>;
  /** Opens a server of the shop in this process, with these variables. */
  openServer: OpenServer;
}

/** Opens a server with these variables. */
export type OpenServer = (
  variables: Readonly<Record<string, string>>,
) => Promise<{ readonly url: string; stop(): Promise<void> }>;

/** What a command found or did. */
interface Result {
  /** What --json prints. */
  readonly value?: unknown;
  /** What a person reads; false is no line. */
  readonly text?: readonly (string | false)[];
  /** What is recorded of it; nothing where a command only looked. */
  readonly note?: Readonly<Record<string, unknown>>;
  /** False: the exit code is 1. */
  readonly ok?: boolean;
}

/** A row of the table of commands. */
export interface Command<Options = never> {
  readonly name: string;
  readonly help: string;
  /** What stands behind `npm run orders --`. */
  readonly examples: readonly string[];
  /** The command finds each argument among its options. */
  readonly args?: readonly Argument[];
  readonly options?: readonly Option[];
  /** What --yes does, of a command that asks or looks first. */
  readonly yes?: string;
  /** The reasons that --why takes, of a command that records what it did: a list, because free text stays for ever and may name a person. */
  readonly why?: readonly string[];
  /** The command does nothing without a reason. */
  readonly needsWhy?: boolean;
  /** Throws `OperatorError` for what the operator can put right. */
  run(context: Context, options: Options): Promise<Result>;
}

/** Ties a row to the options that its function takes. */
export const command = <Options>(row: Command<Options>): Command => row as unknown as Command;
