import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { customersFollower } from '../customers/customer-index.ts';
import { followAnew } from '../jobs/follow-log.ts';
import type { DataKeys } from '../personal/data-key.ts';
import { checkKey, keyLines, type Restored, restoreKey, rotateKeys } from '../personal/key-backup.ts';
import { KeyLine, type KeyObjects } from '../personal/key-objects.ts';
import { newestKey } from '../personal/key-store.ts';
import { filePath, msPerDay, option, writeNew } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { type Context, command } from './run-command.ts';
import { dataKeysOf, keysThere } from './shop-settings.ts';

/** Until when a backup of keys may live: an erasure must reach all of them. */
const destroyBy = (madeAt: Date): string =>
  new Date(madeAt.getTime() + 30 * msPerDay).toISOString().slice(0, 10);

interface KeysOptions {
  rotate?: boolean;
  export?: string;
  import?: string;
}

export const keysCommand = command({
  usage: 'keys',
  help: 'Rewrap, back up or restore the keys of people',
  example: 'keys --export /safe/keys-friday.json.gz',
  options: [
    option('--rotate', 'rewrap every key from DATA_KEY_FORMER to DATA_KEY, without --yes').conflicts([
      'export',
      'import',
    ]),
    option('--export <file>', 'back up all keys', filePath).conflicts('import'),
    option('--import <file>', 'restore missing keys, except those of erased people; needs --yes', filePath),
  ],
  records: 'with-yes',
  async run(context, { rotate: isRotation, export: into, import: from }: KeysOptions) {
    const dataKeys = dataKeysOf(context.shop);
    const keys = keysThere(context.shop);
    if (from === undefined && !keys.areThere())
      throw new OperatorError(
        `There is no key store in ${keys.place}. Set DATA_DIR or KEYS_URL to that of the shop's servers.`,
      );
    if (into !== undefined) return exportKeys(context, keys, dataKeys, into);
    await context.shareDataDir();
    if (from !== undefined) return importKeys(context, keys, dataKeys, from);
    if (isRotation) return rotate(context, keys, dataKeys);
    throw new OperatorError('Say what to do: --export <file>, --import <file> or --rotate.');
  },
});

async function rotate({ signal, progress }: Context, keys: KeyObjects, dataKeys: DataKeys) {
  const done = await rotateKeys(keys, dataKeys, { signal, onProgress: progress });
  const dataKey = dataKeys.current.mark;
  return {
    value: { ...done, dataKey },
    text: [
      `Rewrapped ${done.rewrapped} keys and secrets by DATA_KEY (${dataKey}); ${done.already} were so already.`,
      'Take DATA_KEY_FORMER out of the environment now, and destroy the backups of keys made before.',
    ],
    note: { ...done, dataKey },
  };
}

/** A backup: it is whole when it can be read as JSON. */
const Backup = z.strictObject({ madeAt: z.coerce.date(), lines: z.array(KeyLine) });
/** Larger backups would not fit into memory (bytes). */
const mostBytes = 500_000_000;

/** Writes the key store into one file, readable by its owner only. */
async function exportKeys({ signal }: Context, store: KeyObjects, dataKeys: DataKeys, file: string) {
  const lines = await keyLines(store, dataKeys, signal);
  const madeAt = new Date();
  await writeNew(file, gzipSync(JSON.stringify({ madeAt, lines })), 0o600);
  const keys = lines.filter((line) => 'wrapped' in line).length;
  const erased = lines.length - keys;
  return {
    value: { file, keys, erased, destroyBy: destroyBy(madeAt) },
    text: [
      `Wrote ${file}: ${keys} wrapped keys and secrets, ${erased} markers of the erased.`,
      `Keep it apart from DATA_KEY and from the shop's backups, and destroy it by ${destroyBy(madeAt)}: an erasure must reach it.`,
    ],
    note: { exported: keys, erased },
  };
}

/** Reads a backup. Throws `OperatorError` when it is cut off, was changed, or is of another kind. */
async function readBackup(file: string) {
  const bytes = await readFile(file);
  try {
    return Backup.parse(JSON.parse(gunzipSync(bytes, { maxOutputLength: mostBytes }).toString()));
  } catch {
    throw new OperatorError(`${file} is not a complete backup of keys: use another one.`);
  }
}

/** Restores missing keys, except those of erased persons. */
async function importKeys(context: Context, store: KeyObjects, dataKeys: DataKeys, file: string) {
  const { lines, madeAt } = await readBackup(file);
  const keys = lines.filter((line) => 'wrapped' in line);
  const markers = lines.filter((line) => 'erasedAt' in line);
  for (const key of keys) await checkKey(store, dataKeys, key);
  const text = `${file} is complete: ${keys.length} keys and secrets, ${markers.length} markers. Destroy it by ${destroyBy(madeAt)}.`;
  if (!context.yes)
    return {
      value: { madeAt, keys: keys.length, markers: markers.length },
      text: [text, `The keys would be added to ${store.place}.`],
      waits: true,
    };
  await store.prepare();
  // Markers first, so that no key of an erased person is there even for a moment.
  for (const marker of markers) await store.erase(marker);
  const done: Record<Restored, number> = { new: 0, same: 0, erased: 0, other: 0 };
  const others: string[] = [];
  for (const key of keys) {
    context.signal.throwIfAborted();
    const restored = await restoreKey(store, dataKeys, key);
    done[restored] += 1;
    if (restored === 'other') others.push(key.id);
  }
  // These are all the keys there are. The index of customers is made anew: it left out those whose key was missing.
  const { redis } = await context.log();
  await redis.run((connection) => connection.del(newestKey));
  await followAnew(redis, customersFollower);
  return {
    value: { madeAt, ...done, others },
    text: [
      text,
      `Restored ${done.new} keys; were there already: ${done.same}; left out, because the person was erased: ${done.erased}.`,
      ...others.map((uid) => `${uid} has another key here, which stays.`),
    ],
    note: { restored: done.new, others: done.other, madeAt },
    ok: done.other === 0,
  };
}
