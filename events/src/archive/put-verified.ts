import { type ObjectStore, ObjectsUnavailableError, readOrDamaged } from '../objects/object-store.ts';
import { unpackLines } from './packed-lines.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Keeps an object, reads it back, and answers the bytes that stand there. Other bytes that are as good may stand there already: unless told, the same
 * lines, which another release packs otherwise. Anything else in its place is replaced. Throws `ObjectsUnavailableError` when the
 * storage does not give back what it was given.
 */
export async function putVerified(
  store: ObjectStore,
  name: string,
  bytes: Bytes,
  isAsGood: (found: Bytes) => Promise<boolean> = (found) => sameLines(found, bytes),
): Promise<Bytes> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await store.putNew(name, bytes);
    const found = await readOrDamaged(store, name);
    const isWhole = found !== null && found !== 'damaged';
    if (isWhole && (sameBytes(found, bytes) || (await isAsGood(found)))) return found;
    // What cannot be read as it was written is of no use to anybody, and what it was to hold is in our hands.
    if (attempt === 1) await store.remove(name);
  }
  throw new ObjectsUnavailableError(`The storage does not give ${name} back as it was written`);
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

async function sameLines(a: Uint8Array, b: Uint8Array): Promise<boolean> {
  const [left, right] = await Promise.all([a, b].map((bytes) => unpackLines(bytes).catch(() => null)));
  return left != null && right != null && left.join('\n') === right.join('\n');
}
