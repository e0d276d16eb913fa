import { sep } from 'node:path';
import { type RedisClient, rewriteAppendFile } from '@karigar/events';
import type { CommandContext } from './command-context.ts';
import { filesAt, searchFile, type Trace } from './file-traces.ts';
import { indexTraces } from './index-traces.ts';
import { objectTraces } from './object-traces.ts';
import { OperatorError } from './operator-error.ts';
import { keyTraces, redisFiles } from './redis-traces.ts';
import { type PersonalWords, traceSearch } from './trace-search.ts';

/** Shorter words are found by chance. */
const fewestCharacters = 4;

/** What is looked for, and where beside the shop's own places. */
export interface ProveOptions {
  readonly name?: readonly string[];
  readonly email?: readonly string[];
  readonly address?: readonly string[];
  readonly phone?: readonly string[];
  /** Exports, log files, folders of them. */
  readonly file?: readonly string[];
}

/**
 * `erase --prove`: has Redis write its append-only file anew, then searches everything that the shop keeps for words of a person:
 * every key, the index of customers by its hashes, the files of Redis, the data folder with the key store, the storage of objects, and the files that are named.
 * Changes nothing else.
 */
export async function prove(context: CommandContext, options: ProveOptions): Promise<number> {
  const { output, shop, signal } = context;
  const begin = traceSearch(wordsOf(options));
  const redis = (await context.store()).client;
  await rewriteAppendFile(redis, signal);
  const traces: Trace[] = [];
  let keys = 0;
  const total = await redis.run((connection) => connection.dbSize());
  const progress = output.progress('erase --prove', 'keys');
  const count = () => progress.update(++keys, Math.max(keys, total));
  try {
    for await (const trace of keyTraces(redis, begin, count)) {
      signal.throwIfAborted();
      traces.push(...keepFound(trace));
    }
  } finally {
    progress.stop();
  }
  const index = await indexTraces(context, options.email ?? []);
  traces.push(...index.traces);
  const { files, ...searched } = await filesOf(redis, shop.dataDir, options.file ?? []);
  let objects = 0;
  for await (const trace of objectTraces(context, begin)) {
    objects += 1;
    traces.push(...keepFound(trace));
  }
  const notes = [...searched.notes, ...(index.note === null ? [] : [index.note])];
  const complete = searched.complete && index.note === null;
  for (const file of files) {
    const trace = await searchFile(file, begin, signal);
    if (trace !== null) traces.push(...keepFound(trace));
  }
  output.result({ keys, files: files.length, objects, traces, notes }, () => {
    for (const { place, found } of traces) output.line(`FOUND    ${found.join(', ')} in ${place}`);
    for (const note of notes) output.line(`NOTE     ${note}`);
    output.line(`Searched ${keys} keys of Redis, ${files.length} files and ${objects} other objects.`);
    output.line(
      traces.length > 0
        ? `Found in ${traces.length === 1 ? 'one place' : `${traces.length} places`}: see the handbook, 10.`
        : complete
          ? 'Nothing of this person was found.'
          : 'Nothing was found, but not everything could be searched.',
    );
  });
  return traces.length === 0 && complete ? 0 : 1;
}

function wordsOf({ name = [], email = [], address = [], phone = [] }: ProveOptions): PersonalWords {
  const words = { name, email, address, phone };
  const all = Object.values(words).flat();
  if (all.length === 0)
    throw new OperatorError('Say what to look for: --name "…" --email … --address "…" --phone "…".');
  const short = all.find((word) => word.trim().length < fewestCharacters);
  if (short !== undefined)
    throw new OperatorError(
      `"${short}" is too short to be told from chance: give at least ${fewestCharacters} characters.`,
    );
  return words;
}

const keepFound = (trace: Trace): Trace[] => (trace.found.length === 0 ? [] : [trace]);

/** Which files are to be searched, what is to be said of them, and whether that is all. */
async function filesOf(redis: RedisClient, dataDir: string, given: readonly string[]) {
  const { appendOnly, snapshot } = await redisFiles(redis);
  const named: string[] = [];
  for (const path of given) {
    const files = await filesAt(path);
    if (files.length === 0) throw new OperatorError(`There is nothing to search at ${path}.`);
    named.push(...files);
  }
  // The snapshot and the base of the append-only file are packed; the base is as new as the keys that were searched.
  const own = (await filesAt(dataDir)).filter((file) => !appendOnly.includes(file) && file !== snapshot);
  const notes = [
    ...(appendOnly.length === 0
      ? ['The files of Redis cannot be read here: every value in it was searched instead.']
      : []),
    ...(snapshot === null
      ? []
      : [`${snapshot} is a packed snapshot of some day, in which no search finds anything: remove it.`]),
    ...(own.length === 0 ? [`There is nothing in ${dataDir + sep}: is DATA_DIR right?`] : []),
  ];
  const complete = snapshot === null && own.length > 0;
  return { files: [...new Set([...appendOnly, ...own, ...named])], notes, complete };
}
