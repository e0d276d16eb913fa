import { readFileSync } from 'node:fs';
import type { CommandParser } from 'redis';
import { createClient, defineScript } from 'redis';
import type { RawEntry } from './event-fields.ts';
import { StoreClosedError } from './log-errors.ts';
import { isReading } from './reading-commands.ts';
import { redisKeys } from './redis-keys.ts';
import {
  changeAuditedScript,
  compareAndSetScript,
  createScript,
  entriesAfterScript,
  entriesAtScript,
  intentScript,
  outlineScript,
  raiseEpochScript,
  readScript,
} from './scripts.ts';
import { isWrongType, wrongTypeError } from './wrong-type.ts';

/** An answer of a reading script: texts, numbers, lists of them, or null for nothing. */
export type ScriptAnswer = string | number | null | ScriptAnswer[];

/** Reads a script that lies beside this module. */
const lua = (name: string): string => readFileSync(new URL(`${name}.lua`, import.meta.url), 'utf8');

function script<T>(text: string) {
  return defineScript({
    SCRIPT: text,
    parseCommand(parser: CommandParser, keys: readonly string[], args: readonly string[]) {
      parser.push(String(keys.length));
      parser.pushKeys([...keys]);
      parser.push(...args);
    },
    // The scripts answer texts, numbers and lists only, which arrive as they are.
    transformReply: undefined as unknown as () => T,
  });
}

function entriesScript<A extends readonly unknown[]>(text: string, words: (...args: A) => string[]) {
  return defineScript({
    SCRIPT: text,
    parseCommand(parser: CommandParser, ...args: A) {
      parser.push('1');
      parser.pushKey(redisKeys.events);
      parser.push(...words(...args));
    },
    transformReply(reply: string): readonly RawEntry[] {
      const entries: unknown = JSON.parse(reply);
      return Array.isArray(entries) ? entries : [];
    },
  });
}

const scripts = {
  entriesAfter: entriesScript(entriesAfterScript, (id: string, count: number) => [id, String(count)]),
  entriesAt: entriesScript(entriesAtScript, (seqs: readonly number[]) => [seqs.join(' ')]),
  appendEvent: script<string>(lua('append')),
  readGeneration: script<ScriptAnswer[]>(readScript),
  outlineSets: script<ScriptAnswer[]>(outlineScript),
  createStore: script<string>(createScript),
  raiseEpoch: script<number>(raiseEpochScript),
  putIntent: script<string>(intentScript),
  putIfSame: script<number>(compareAndSetScript),
  changeAudited: script<number>(changeAuditedScript),
};

/**
 * Never connects. node-redis generates a class with all commands for each client that it creates, which takes megabytes; a
 * duplicate shares the class.
 */
const template = createClient({
  scripts,
  disableOfflineQueue: true,
  // The library's own timer costs an aborted signal per command and ends too early to be of use; see DeadlineClient.
  commandOptions: { timeout: 0 },
});

/**
 * A client of node-redis that knows the scripts of the log. It never queues while it is cut off and never connects again
 * on its own: a command that was on its way has an unknown outcome, and only the caller may decide to send it once more.
 * `onWrite` hears of every command that may write, before it is sent.
 */
export function createConnection(url: string, name: string, connectTimeoutMs: number, onWrite?: () => void) {
  const connection = template.duplicate({
    url,
    name,
    socket: { reconnectStrategy: false, connectTimeout: connectTimeoutMs },
  });
  const send = connection.sendCommand.bind(connection);
  // Every command of the library passes here, those of a transaction excepted, and only here its keys are known.
  connection.sendCommand = ((words, options) => {
    if (onWrite !== undefined && !isReading(words)) onWrite();
    return send(words, options).catch(async (error: unknown) => {
      if (!isWrongType(error)) throw error;
      throw (await wrongTypeError(words, (key) => send<string>(['TYPE', key]))) ?? error;
    });
  }) as typeof connection.sendCommand;
  if (onWrite === undefined) return connection;
  // Without the library's type, which lists every command once more and makes a type check three times as long.
  const transactions = connection as unknown as { multi: () => unknown };
  const begin = transactions.multi.bind(connection);
  transactions.multi = () => {
    onWrite();
    return begin();
  };
  return connection;
}

/**
 * Reads what the two scripts that store records answer: false when another writer was first. Throws `StoreClosedError` where
 * there is no shop.
 */
export function wasStored(answer: number): boolean {
  if (answer === -1) throw new StoreClosedError('empty');
  return answer === 1;
}

/** A node-redis client with the scripts of the log. */
export type RedisConnection = ReturnType<typeof createConnection>;

/** Redis behind a deadline: for the log and for plain records (tools, users, reviews, profiles). */
export interface RedisClient {
  /**
   * Runs commands of node-redis. Throws `LogUnavailableError` when Redis is away or the deadline passes; the outcome of
   * a write is then unknown.
   */
  run<T>(work: (connection: RedisConnection) => Promise<T>): Promise<T>;
  /**
   * Stores `value` under `key` only if the key holds `expected` at that moment (null: nothing). Answers whether it did.
   * The way to edit a record that two people may have open. Throws `StoreClosedError` where there is no shop, and what
   * `run` throws.
   */
  compareAndSet(key: string, expected: string | null, value: string): Promise<boolean>;
  /** What the primary that is in use holds; to be taken before a read whose answer `flushed` is to make safe. */
  history(): string;
  /**
   * Resolves when the replicas that are waited for have flushed everything that was read until now. Throws `LogUnavailableError` when they
   * do not, or when the primary is not that of `history` any more.
   */
  flushed(history: string): Promise<void>;
  /**
   * Does `work` and holds its answer, a refusal too, back until replicas have flushed what it wrote or found to be so already. Throws what `work` and
   * `flushed` throw.
   */
  confirmed<T>(work: () => Promise<T>): Promise<T>;
}
