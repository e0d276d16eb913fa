import type { Option } from 'commander';
import type { Context } from './context.ts';

/** What a command found or did. */
export interface Result {
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
  /** Its name and arguments, such as `show <order>`; `run` finds each argument among its options. */
  readonly usage: string;
  readonly help: string;
  /** The words after `npm run orders --`. */
  readonly examples: readonly string[];
  readonly options?: readonly Option[];
  /** What --yes does, of a command that asks or looks first. */
  readonly yes?: string;
  /** The reasons that --why takes: a list, because free text is kept for ever and may name a person. */
  readonly why?: readonly string[];
  /** The command does nothing without a reason. */
  readonly needsWhy?: boolean;
  /** Throws `OperatorError` for what the operator can put right. */
  run(context: Context, options: Options): Promise<Result>;
}

/** Ties a row to the options that its function takes. */
export const command = <Options>(row: Command<Options>): Command => row as unknown as Command;
