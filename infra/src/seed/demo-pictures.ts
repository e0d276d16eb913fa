import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectStore } from '@karigar/events';
import { projectRoot } from '../stack/places.ts';

/** The pictures of the demo catalogue. */
export const pictures = join(projectRoot, 'infra', 'assets', 'pictures');

/** The same as a shop encodes them, because encoding takes a second each; `encode-pictures.ts` makes them. */
export const encodedPictures = join(projectRoot, 'infra', 'assets', 'encoded');

/** Stores every encoded picture of the demo in the storage of a shop, as an upload would. */
export async function storeEncodedPictures(objects: ObjectStore): Promise<void> {
  const names = readdirSync(encodedPictures);
  await Promise.all(
    names.map((name) => objects.putNew(`images/${name}`, readFileSync(join(encodedPictures, name)))),
  );
}

/** Gives the address of a stored picture: its name is a hash of the file that was encoded. */
export function addressOfPicture(picture: string): string {
  const hash = createHash('sha256')
    .update(readFileSync(join(pictures, picture)))
    .digest('hex');
  return `/images/${hash.slice(0, 32)}.webp`;
}
