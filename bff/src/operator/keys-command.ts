import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { customersFollower } from '../customers/customer-index.ts';
import { followAnew } from '../jobs/follow-log.ts';
import type { DataKeys } from '../personal/data-key.ts';
import { checkKey, KeyLine, keyLines, type Restored, restoreKey } from '../personal/key-backup.ts';
import { type KeyFolder, keyFolder, keysIn } from '../personal/key-folder.ts';
import { newestKey } from '../personal/keys-of-shop.ts';
import { rotateKeys } from '../personal/rotate-keys.ts';
import { filePath, option, writeNew } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { type Context, command } from './run-command.ts';
import { dataKeysOf } from './shop-settings.ts';

/** Longer than this no backup of keys may live: an erasure must reach all of them. */
const backupDays = 30;
const msPerDay = 86_400_000;

/** What each task works with. */
interface Keys {
  readonly folder: KeyFolder;
  readonly dataKeys: DataKeys;
}

export const keysCommand = command({
  usage: 'keys',
  help: 'The keys of people: how many there are, change what wraps them, back them up, bring them back',
  example: 'keys --export /safe/keys-friday.ndjson.gz',
  options: [
    option('--rotate', 'rewrap every key from DATA_KEY_FORMER to DATA_KEY').conflicts(['export', 'import']),
    option('--export <file>', 'back up all keys', filePath).conflicts('import'),
    option('--import <file>', 'bring back what is missing, but nobody who was erased', filePath),
  ],
  yes: 'do not ask',
  async run(context, options: { rotate?: boolean; export?: string; import?: string }) {
    const keys = { dataKeys: dataKeysOf(context.shop), folder: keyFolder(keysIn(context.shop.dataDir)) };
    const { root } = keys.folder;
    if (options.import === undefined && !existsSync(root))
      throw new OperatorError(
        `There is no key store in ${root}. Set DATA_DIR to that of the shop's servers.`,
      );
    if (options.export !== undefined) return exportKeys(context, keys, options.export);
    if (options.rotate || options.import !== undefined) await context.shareDataDir();
    if (options.rotate) return rotate(context, keys);
    return options.import === undefined ? showKeys(context, keys) : importKeys(context, keys, options.import);
  },
});

async function showKeys({ signal }: Context, { folder, dataKeys: { current, former } }: Keys) {
  const byDataKey: Record<string, number> = {};
  for (const kind of ['person', 'secret'] as const)
    for await (const { by } of folder.keys(kind)) {
      signal.throwIfAborted();
      byDataKey[by] = (byDataKey[by] ?? 0) + 1;
    }
  const people = await folder.people();
  let erased = 0;
  for await (const _ of folder.erased()) erased += 1;
  const names = new Map([[former?.mark, 'DATA_KEY_FORMER']]).set(current.mark, 'DATA_KEY');
  const isReadable = Object.keys(byDataKey).every((by) => names.has(by));
  return {
    value: { people, erased, dataKey: current.mark, byDataKey },
    text: [
      `${people} ${people === 1 ? 'person has' : 'people have'} a key, ${erased} ${erased === 1 ? 'was' : 'were'} erased.`,
      ...Object.entries(byDataKey).map(
        ([by, count]) =>
          `${count} keys and secrets are wrapped by ${names.get(by) ?? 'an unknown DATA_KEY'} (${by}).`,
      ),
      !isReadable &&
        'Those of an unknown DATA_KEY cannot be read: set it as DATA_KEY_FORMER, then keys --rotate.',
    ],
    ok: isReadable,
  };
}

async function rotate({ signal, progress }: Context, { folder, dataKeys }: Keys) {
  const total = await folder.people();
  const show = progress();
  const onProgress = (count: number) => show(count, Math.max(count, total));
  const done = await rotateKeys(folder, dataKeys, { signal, onProgress });
  const dataKey = dataKeys.current.mark;
  return {
    value: { ...done, dataKey },
    text: [
      `Rewrapped ${done.rewrapped} keys and secrets by DATA_KEY (${dataKey}); ${done.already} were so already.`,
      'Take DATA_KEY_FORMER out of the environment now, and destroy the backups of keys made before.',
    ],
    note: { rotated: done.rewrapped, dataKey },
  };
}

/** The last line of a backup, by which it is known to be whole. */
const End = z.strictObject({ t: z.literal('end'), madeAt: z.string() });
/** Larger backups would not fit into memory (bytes). */
const mostBytes = 500_000_000;

/** Writes the key store into one file, readable by its owner only. */
async function exportKeys({ signal }: Context, { folder, dataKeys }: Keys, file: string) {
  const counts = { key: 0, erased: 0 };
  const lines: string[] = [];
  for await (const line of keyLines(folder, dataKeys)) {
    signal.throwIfAborted();
    lines.push(JSON.stringify(line));
    counts[line.t] += 1;
  }
  const madeAt = new Date();
  lines.push(JSON.stringify({ t: 'end', madeAt }));
  await writeNew(file, gzipSync(lines.join('\n')), 0o600);
  const { key, erased } = counts;
  const destroyBy = new Date(madeAt.getTime() + backupDays * msPerDay).toISOString().slice(0, 10);
  return {
    value: { file, keys: key, erased, destroyBy },
    text: [
      `Wrote ${file}: ${key} wrapped keys and secrets, ${erased} markers of the erased.`,
      `Keep it apart from DATA_KEY and from the shop's backups, and destroy it by ${destroyBy}: an erasure must reach it.`,
    ],
    note: { exported: key, erased, destroyBy },
  };
}

/** Reads a backup. Throws `OperatorError` when it is cut off, was changed, or is of another kind. */
async function readBackup(file: string): Promise<{ lines: KeyLine[]; madeAt: string }> {
  try {
    const text = gunzipSync(await readFile(file), { maxOutputLength: mostBytes }).toString();
    const lines = text.split('\n');
    const { madeAt } = End.parse(JSON.parse(lines.pop() ?? ''));
    return { lines: lines.map((line) => KeyLine.parse(JSON.parse(line))), madeAt };
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new OperatorError(`${file} is no whole backup of keys: ${why}`);
  }
}

/** Restores missing keys, except those of erased persons. */
async function importKeys(context: Context, { folder, dataKeys }: Keys, file: string) {
  const { output, signal } = context;
  if (!existsSync(file)) throw new OperatorError(`${file} is not there.`);
  const { lines, madeAt } = await readBackup(file);
  const keys = lines.flatMap((line) => (line.t === 'key' ? line.key : []));
  for (const key of keys) await checkKey(folder, dataKeys, key);
  output.line(
    `${file} is whole: ${keys.length} keys and secrets, ${lines.length - keys.length} markers, made ${madeAt}.`,
  );
  if (Date.now() - Date.parse(madeAt) > backupDays * msPerDay)
    output.line(`It is older than ${backupDays} days: destroy it afterwards.`);
  await context.confirm(`The keys will be added to ${folder.root}.`);
  await folder.prepare();
  // Markers first, so that no key of an erased person is there even for a moment.
  for (const line of lines) if (line.t === 'erased') await folder.erase(line.marker);
  const done: Record<Restored, number> = { new: 0, same: 0, erased: 0, other: 0 };
  const others: string[] = [];
  for (const key of keys) {
    signal.throwIfAborted();
    const restored = await restoreKey(folder, dataKeys, key);
    done[restored] += 1;
    if (restored === 'other') others.push(key.id);
  }
  // These are all the keys there are. The index of customers is made anew: it left out those whose key was missing.
  const { redis } = await context.log();
  await redis.run((connection) => connection.del(newestKey));
  await followAnew(redis, customersFollower);
  return {
    value: { file, madeAt, ...done, others },
    text: [
      `Restored ${done.new} keys; were there already: ${done.same}; left out, because the person was erased: ${done.erased}.`,
      ...others.map((uid) => `${uid} has another key here, which stays.`),
    ],
    note: { restored: done.new, others: done.other, madeAt },
    ok: done.other === 0,
  };
}
