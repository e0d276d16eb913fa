import { readFile } from 'node:fs/promises';
import { BackupLine } from '@karigar/events';
import { z } from 'zod';
import { Manifest as CheckedManifest, readChecked, writeChecked } from './checked-file.ts';
import { OperatorError } from './operator-error.ts';

/** One line of the file: of the store, a picture, or the manifest, which is the last. */
const PictureLine = z.strictObject({
  t: z.literal('picture'),
  name: z.string().regex(/^[\w-][\w.-]{0,200}$/, { error: 'is no file name' }),
  data: z.base64(),
});
/** What a backup holds, and how to know that it is whole. */
const Manifest = CheckedManifest.extend({
  head: z.strictObject({ seq: z.int().min(0), hash: z.string(), ts: z.int().min(0), shop: z.string() }),
});
export type Manifest = z.infer<typeof Manifest>;
type PictureLine = z.infer<typeof PictureLine>;
/** A line with content. */
export type ContentLine = BackupLine | PictureLine;
const format = { what: 'backup', line: z.union([BackupLine, PictureLine]), manifest: Manifest };

/**
 * Writes a backup: NDJSON in gzip, the manifest as the last line. Answers the manifest and the size in bytes. Throws when
 * the file exists already, and leaves a part of it behind when the lines or the disk fail.
 */
export const writeBackup = (
  file: string,
  lines: AsyncIterable<ContentLine>,
  head: Manifest['head'],
): Promise<{ manifest: Manifest; bytes: number }> => writeChecked(file, lines, { head });

/**
 * Reads a backup line by line and answers its manifest at the end. Throws `OperatorError` when the file is cut off, was
 * changed, or is no backup, and what `take` throws.
 */
export const readBackup = (
  file: string,
  take: (line: ContentLine, index: number) => void | Promise<void>,
): Promise<Manifest> => readChecked(file, format, take);

const ManifestFile = z.object({ head: Manifest.shape.head });

/** Reads the head from the manifest that an export wrote beside its file. Throws `OperatorError` when it is no such file. */
export async function readManifestHead(file: string): Promise<Manifest['head']> {
  const advice = 'Give the .manifest.json that the export wrote beside its file.';
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperatorError(`${file} cannot be read. ${advice}`);
  });
  try {
    return ManifestFile.parse(JSON.parse(text)).head;
  } catch {
    throw new OperatorError(`${file} is not a manifest. ${advice}`);
  }
}

const namesOfLines: Readonly<Record<string, string>> = {
  event: 'events',
  picture: 'pictures',
  string: 'records',
  hash: 'parts of tables',
  zset: 'parts of lists',
  set: 'parts of sets',
  entry: 'notes',
};

/** Says in words what a backup holds. */
export function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${count} ${namesOfLines[kind] ?? kind}`)
    .join(', ');
}
