import type { ObjectStore } from '@karigar/events';
import { pictureFolder } from '../images/picture-store.ts';
import type { ContentLine } from './backup-file.ts';
import { OperatorError } from './operator-error.ts';

type PictureLine = Extract<ContentLine, { t: 'picture' }>;

/** Gives the pictures of the shop as lines of a backup, in the order of their names. */
export async function* pictureLines(objects: ObjectStore, signal: AbortSignal): AsyncGenerator<PictureLine> {
  for await (const object of objects.list(pictureFolder)) {
    signal.throwIfAborted();
    const name = object.slice(pictureFolder.length);
    const bytes = name.includes('/') ? null : await objects.read(object);
    if (bytes !== null) yield { t: 'picture', name, data: Buffer.from(bytes).toString('base64') };
  }
}

/** Puts a picture of a backup where the shop keeps them, also over one that is there and damaged. Throws `OperatorError` where that cannot be. */
export async function restorePicture(objects: ObjectStore, { name, data }: PictureLine): Promise<void> {
  const object = pictureFolder + name;
  const bytes = Buffer.from(data, 'base64');
  if (await objects.putNew(object, bytes)) return;
  const there = await objects.read(object);
  if (there !== null && Buffer.compare(there, bytes) === 0) return;
  await objects.remove(object);
  if (!(await objects.putNew(object, bytes)))
    throw new OperatorError(
      `The picture ${object} cannot be restored: something else stands in its place. Remove it.`,
    );
}
