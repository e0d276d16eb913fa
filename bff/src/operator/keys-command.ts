import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { customersFollower } from '../customers/customer-index.ts';
import { followAnew } from '../jobs/follow-log.ts';
import type { DataKeys } from '../personal/data-key.ts';
import { checkKey, KeyLine, keyLines, type Restored, restoreKey } from '../personal/key-backup.ts';
import type { KeyObjects } from '../personal/key-objects.ts';
import { newestKey } from '../personal/keys-of-shop.ts';
import { rotateKeys } from '../personal/rotate-keys.ts';
import { filePath, option, writeNew } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { type Context, command } from './run-command.ts';
import { dataKeysOf, keysThere } from './shop-settings.ts';

/** Longer than this no backup of keys may live: an erasure must reach all of them. */
const backupDays = 30;
const msPerDay = 86_400_000;

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
    const dataKeys = dataKeysOf(context.shop);
    const keys = keysThere(context.shop);
    if (options.import === undefined && !keys.areThere())
      throw new OperatorError(
        `There is no key store in ${keys.place}. Set DATA_DIR or KEYS_URL to that of the shop's servers.`,
      );
    if (options.export !== undefined) return exportKeys(context, keys, dataKeys, options.export);
    if (options.rotate || options.import !== undefined) await context.shareDataDir();
    if (options.rotate) return rotate(context, keys, dataKeys);
    if (options.import !== undefined) return importKeys(context, keys, dataKeys, options.import);
    return showKeys(context, keys, dataKeys);
  },
});

async function showKeys({ signal }: Context, keys: KeyObjects, { current, former }: DataKeys) {
  const byDataKey: Record<string, number> = {};
  for (const kind of ['person', 'secret'] as const)
    for await (const page of keys.keys(kind)) {
      signal.throwIfAborted();
      for (const { by } of page) byDataKey[by] = (byDataKey[by] ?? 0) + 1;
    }
  const people = await keys.people();
  let erased = 0;
  for await (const page of keys.erased()) erased += page.length;
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

async function rotate({ signal, progress }: Context, keys: KeyObjects, dataKeys: DataKeys) {
  const total = await keys.people();
  const show = progress();
  const onProgress = (count: number) => show(count, Math.max(count, total));
  const done = await rotateKeys(keys, dataKeys, { signal, onProgress });
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
const End = z.strictObject({ madeAt: z.string() });
/** Larger backups would not fit into memory (bytes). */
const mostBytes = 500_000_000;

/** Writes the key store into one file, readable by its owner only. */
async function exportKeys({ signal }: Context, store: KeyObjects, dataKeys: DataKeys, file: string) {
  const lines = await keyLines(store, dataKeys, signal);
  const madeAt = new Date();
  const text = [...lines, { madeAt }].map((line) => JSON.stringify(line)).join('\n');
  await writeNew(file, gzipSync(text), 0o600);
  const keys = lines.filter((line) => 'wrapped' in line).length;
  const erased = lines.length - keys;
  const destroyBy = new Date(madeAt.getTime() + backupDays * msPerDay).toISOString().slice(0, 10);
  return {
    value: { file, keys, erased, destroyBy },
    text: [
      `Wrote ${file}: ${keys} wrapped keys and secrets, ${erased} markers of the erased.`,
      `Keep it apart from DATA_KEY and from the shop's backups, and destroy it by ${destroyBy}: an erasure must reach it.`,
    ],
    note: { exported: keys, erased, destroyBy },
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
async function importKeys(context: Context, store: KeyObjects, dataKeys: DataKeys, file: string) {
  const { output, signal } = context;
  if (!existsSync(file)) throw new OperatorError(`${file} is not there.`);
  const { lines, madeAt } = await readBackup(file);
  const keys = lines.filter((line) => 'wrapped' in line);
  const markers = lines.filter((line) => 'erasedAt' in line);
  for (const key of keys) await checkKey(store, dataKeys, key);
  output.line(
    `${file} is whole: ${keys.length} keys and secrets, ${markers.length} markers, made ${madeAt}.`,
  );
  if (Date.now() - Date.parse(madeAt) > backupDays * msPerDay)
    output.line(`It is older than ${backupDays} days: destroy it afterwards.`);
  await context.confirm(`The keys will be added to ${store.place}.`);
  await store.prepare();
  // Markers first, so that no key of an erased person is there even for a moment.
  for (const marker of markers) await store.erase(marker);
  const done: Record<Restored, number> = { new: 0, same: 0, erased: 0, other: 0 };
  const others: string[] = [];
  for (const key of keys) {
    signal.throwIfAborted();
    const restored = await restoreKey(store, dataKeys, key);
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
