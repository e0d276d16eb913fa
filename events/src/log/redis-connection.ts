import { readFileSync } from 'node:fs';
import type { CommandParser } from 'redis';
import { createClient, defineScript } from 'redis';
import type { RawEntry } from './event-fields.ts';
import { isWrongType, wrongTypeError } from './wrong-type.ts';

/** An answer of a reading script: texts, numbers, lists of them, or null for nothing. */
export type ScriptAnswer = string | number | null | ScriptAnswer[];

const lua = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** @param transformReply absent where the answer is used as it arrives */
function script<T>(path: string, transformReply?: (reply: string) => T) {
  return defineScript({
    SCRIPT: lua(path),
    parseCommand(parser: CommandParser, keys: readonly string[], args: readonly string[]) {
      parser.push(String(keys.length));
      parser.pushKeys([...keys]);
      parser.push(...args);
    },
    transformReply: transformReply as (reply: string) => T,
  });
}

/** Reads the JSON that a script makes of entries; no entries are an empty object in Lua. */
function entriesOf(reply: string): readonly RawEntry[] {
  const entries: unknown = JSON.parse(reply);
  return Array.isArray(entries) ? entries : [];
}

/** Each is described at the head of its file. */
const scripts = {
  appendEvent: script<string>('append.lua'),
  entriesAfter: script('scripts/entries-after.lua', entriesOf),
  entriesAt: script('scripts/entries-at.lua', entriesOf),
  readGeneration: script<ScriptAnswer[]>('scripts/read-generation.lua'),
  createStore: script<string>('scripts/create-store.lua'),
  raiseEpoch: script<number>('scripts/raise-epoch.lua'),
  registerIntent: script<string>('scripts/register-intent.lua'),
  changeRecords: script<number>('scripts/change-records.lua'),
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
 */
export function createConnection(url: string, name: string, connectTimeoutMs: number) {
  const connection = template.duplicate({
    url,
    name,
    socket: { reconnectStrategy: false, connectTimeout: connectTimeoutMs },
  });
  const send = connection.sendCommand.bind(connection);
  // Every command of the library passes here, those of a transaction excepted, and only here its keys are known.
  connection.sendCommand = ((words, options) =>
    send(words, options).catch(async (error: unknown) => {
      if (!isWrongType(error)) throw error;
      throw (await wrongTypeError(words, (key) => send<string>(['TYPE', key]))) ?? error;
    })) as typeof connection.sendCommand;
  return connection;
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
  /** The commands of node-redis, each run by itself as `run` does; not those that make a transaction. */
  readonly commands: RedisConnection;
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

/** Makes {@link RedisClient.commands} out of `run`. */
export const commandsOf = (run: RedisClient['run']): RedisConnection =>
  new Proxy({} as RedisConnection, {
    get:
      (_, name: 'get') =>
      (...words: [string]) =>
        run((connection) => connection[name](...words)),
  });
