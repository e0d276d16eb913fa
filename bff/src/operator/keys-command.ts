import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { redisKeys } from '@karigar/events';
import type { z } from 'zod';
import { customersFollower } from '../customers/customer-index.ts';
import { followAnew } from '../following/turn.ts';
import type { DataKeys } from '../personal/data-key.ts';
import { checkKey, KeyLine, keyLines, type Restored, restoreKey } from '../personal/key-backup.ts';
import { type KeyFolder, keyFolder, keysIn } from '../personal/key-folder.ts';
import { newestKey } from '../personal/keys-of-shop.ts';
import { rotateKeys } from '../personal/rotate-keys.ts';
import { Manifest, readChecked, writeChecked } from './checked-file.ts';
import type { CommandContext } from './command-context.ts';
import { failureText } from './failure-text.ts';
import { OperatorError } from './operator-error.ts';
import { recordNote } from './record-note.ts';
import { dataKeysOf } from './shop-settings.ts';

/** Longer than this no backup of keys may live: an erasure must reach all of them. */
const backupDays = 30;
const msPerDay = 86_400_000;

/** What is to be done with the keys; nothing: say how they are. */
interface KeysOptions {
  readonly rotate?: boolean;
  readonly export?: string;
  readonly import?: string;
}

/** `keys`: looks after the keys of people. */
export async function keys(context: CommandContext, options: KeysOptions): Promise<number> {
  const dataKeys = dataKeysOf(context.shop);
  const folder = keyFolder(keysIn(context.shop.dataDir));
  if (options.import === undefined && !existsSync(folder.root))
    throw new OperatorError(
      `There is no key store in ${folder.root}. Set DATA_DIR to that of the shop's servers.`,
    );
  if (options.rotate || options.import !== undefined) await context.shareDataDir();
  if (options.rotate) return rotate(context, folder, dataKeys);
  if (options.export !== undefined) return exportKeys(context, folder, dataKeys, options.export);
  if (options.import !== undefined) return importKeys(context, folder, dataKeys, options.import);
  return showKeys(context, folder, dataKeys);
}

async function showKeys({ output, signal }: CommandContext, folder: KeyFolder, dataKeys: DataKeys) {
  const byMark: Record<string, number> = {};
  let people = 0;
  for (const kind of ['person', 'secret'] as const)
    for await (const { by } of folder.keys(kind)) {
      signal.throwIfAborted();
      if (kind === 'person') people += 1;
      byMark[by] = (byMark[by] ?? 0) + 1;
    }
  let erased = 0;
  for await (const _ of folder.erased()) erased += 1;
  const { current, former } = dataKeys;
  const unreadable = Object.keys(byMark).filter((by) => by !== current.mark && by !== former?.mark);
  output.result({ people, erased, dataKey: current.mark, byDataKey: byMark }, () => {
    output.line(
      `${people} ${people === 1 ? 'person has' : 'people have'} a key, ${erased} ${erased === 1 ? 'was' : 'were'} erased.`,
    );
    for (const [by, count] of Object.entries(byMark))
      output.line(
        `${count} keys and secrets are wrapped by ${by === current.mark ? 'DATA_KEY' : by === former?.mark ? 'DATA_KEY_FORMER' : 'an unknown DATA_KEY'} (${by}).`,
      );
    if (unreadable.length > 0)
      output.line(
        'Those of an unknown DATA_KEY cannot be read: set it as DATA_KEY_FORMER, then keys --rotate.',
      );
  });
  return unreadable.length > 0 ? 1 : 0;
}

/** `keys --rotate`: every key, rewrapped from DATA_KEY_FORMER to DATA_KEY. */
async function rotate(context: CommandContext, folder: KeyFolder, dataKeys: DataKeys): Promise<number> {
  const { output, signal } = context;
  const total = await folder.people();
  const progress = output.progress('keys --rotate', 'keys');
  const done = await rotateKeys(folder, dataKeys, {
    signal,
    onProgress: (count) => progress.update(count, Math.max(count, total)),
  }).finally(() => progress.stop());
  output.result({ ...done, dataKey: dataKeys.current.mark }, () => {
    output.line(
      `Rewrapped ${done.rewrapped} keys and secrets by DATA_KEY (${dataKeys.current.mark}); ${done.already} were so already.`,
    );
    output.line(
      'Take DATA_KEY_FORMER out of the environment now, and destroy the backups of keys made before.',
    );
  });
  return (await recordNote(context, 'keys', { rotated: done.rewrapped, dataKey: dataKeys.current.mark }))
    ? 0
    : 1;
}

/** `keys --export`: the key store in one file, readable by its owner only. */
async function exportKeys(context: CommandContext, folder: KeyFolder, dataKeys: DataKeys, file: string) {
  const { output, signal } = context;
  if (existsSync(file)) throw new OperatorError(`${file} exists already. Give another name.`);
  const partial = `${file}.${process.pid}.part`;
  try {
    const { manifest } = await writeChecked(
      partial,
      untilStopped(keyLines(folder, dataKeys), signal),
      {},
      0o600,
    );
    if (existsSync(file)) throw new OperatorError(`${file} was written by somebody else meanwhile.`);
    await rename(partial, file);
    const { key = 0, erased = 0 } = manifest.counts;
    const destroyBy = new Date(Date.parse(manifest.madeAt) + backupDays * msPerDay)
      .toISOString()
      .slice(0, 10);
    output.result({ file, keys: key, erased, destroyBy }, () => {
      output.line(`Wrote ${file}: ${key} wrapped keys and secrets, ${erased} markers of the erased.`);
      output.line(
        `Keep it apart from DATA_KEY and from the shop's backups, and destroy it by ${destroyBy}: an erasure must reach it.`,
      );
    });
    return (await recordNote(context, 'keys', { exported: key, erased, destroyBy })) ? 0 : 1;
  } finally {
    await rm(partial, { force: true });
  }
}

async function* untilStopped(lines: AsyncIterable<KeyLine>, signal: AbortSignal): AsyncGenerator<KeyLine> {
  for await (const line of lines) {
    signal.throwIfAborted();
    yield line;
  }
}

const format = { what: 'backup of keys', line: KeyLine as z.ZodType<KeyLine>, manifest: Manifest };

/** `keys --import`: what the store has lost comes back, but nobody who was erased, here or in the file. */
async function importKeys(context: CommandContext, folder: KeyFolder, dataKeys: DataKeys, file: string) {
  const { output, signal } = context;
  if (!existsSync(file)) throw new OperatorError(`${file} is not there.`);
  const { counts, madeAt } = await readChecked(file, format, async (line) => {
    signal.throwIfAborted();
    if (line.t === 'key') await checkKey(folder, dataKeys, line.key);
  });
  output.line(
    `${file} is whole: ${counts.key ?? 0} keys and secrets, ${counts.erased ?? 0} markers, made ${madeAt}.`,
  );
  if (Date.now() - Date.parse(madeAt) > backupDays * msPerDay)
    output.line(`It is older than ${backupDays} days: destroy it afterwards.`);
  await context.confirm(`The keys will be added to ${folder.root}.`);
  await folder.prepare();
  const done: Record<Restored, number> = { new: 0, same: 0, erased: 0, other: 0 };
  const others: string[] = [];
  // Markers first, so that no key of an erased person is there even for a moment.
  await readChecked(file, format, async (line) => {
    signal.throwIfAborted();
    if (line.t === 'erased') await folder.erase(line.marker);
  });
  await readChecked(file, format, async (line) => {
    signal.throwIfAborted();
    if (line.t !== 'key') return;
    const restored = await restoreKey(folder, dataKeys, line.key);
    done[restored] += 1;
    if (restored === 'other') others.push(line.key.id);
  });
  output.result({ file, madeAt, ...done, others }, () => {
    output.line(
      `Restored ${done.new} keys; were there already: ${done.same}; left out, because the person was erased: ${done.erased}.`,
    );
    for (const uid of others) output.line(`${uid} has another key here, which stays.`);
  });
  const isFound = await useRestored(context, done.new > 0);
  const noted = await recordNote(context, 'keys', { restored: done.new, others: done.other, madeAt });
  return noted && isFound && done.other === 0 ? 0 : 1;
}

/**
 * Tells the shop that these are all the keys there are; `isMore`: has the index of customers made anew, in which those without a key were left
 * out. Answers whether it could.
 */
async function useRestored({ log, output }: CommandContext, isMore: boolean): Promise<boolean> {
  try {
    const { redis } = await log();
    await redis.run((connection) => connection.del(newestKey));
    if (isMore) await followAnew(redis, customersFollower);
    return true;
  } catch (error) {
    const again = `redis-cli DEL '${newestKey}' '${redisKeys.follower(customersFollower)}'`;
    output.complain(
      `The keys are restored. Let the shop use them, and find their people by name: ${again}. ${failureText(error)}`,
    );
    return false;
  }
}
