import { type ObjectStore, ObjectsUnavailableError } from '@karigar/events';
import { pictureFolder } from '../images/picture-store.ts';
import type { CommandContext } from './command-context.ts';

/**
 * Copies the pictures of the shop from one storage into another, and answers how many there are. A picture's name is the hash of what was uploaded, so one that
 * is there already stays. Throws `ObjectsUnavailableError`.
 */
export async function copyPictures(
  from: ObjectStore,
  into: ObjectStore,
  signal: CommandContext['signal'],
): Promise<number> {
  let count = 0;
  for await (const name of from.list(pictureFolder)) {
    signal.throwIfAborted();
    const bytes = await from.read(name);
    if (bytes === null) continue;
    await into.putNew(name, bytes);
    const there = await into.read(name);
    if (there === null || Buffer.compare(there, bytes) !== 0)
      throw new ObjectsUnavailableError(`The storage does not give ${name} back as it was written`);
    count += 1;
  }
  return count;
}
