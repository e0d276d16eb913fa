import { type DataKeys, unwrap, wrap } from './data-key.ts';
import type { KeyObjects } from './key-objects.ts';

/** Keys that are rewrapped at once. */
const perRound = 100;

/**
 * Rewraps every key and secret by the current DATA_KEY; the keys themselves stay, and so does all that is sealed. May be stopped anywhere and
 * started again, and run beside servers that know both DATA_KEYs. Throws {@link KeyStoreError} for a key of a third DATA_KEY, and what `signal` holds.
 */
export async function rotateKeys(
  objects: KeyObjects,
  dataKeys: DataKeys,
  { signal, onProgress }: { signal: AbortSignal; onProgress(done: number, total: number): void },
): Promise<{ rewrapped: number; already: number }> {
  let rewrapped = 0;
  let already = 0;
  const people = await objects.keys('person');
  const rounds = people.flatMap((_, at) => (at % perRound === 0 ? [people.slice(at, at + perRound)] : []));
  // The secret comes last: that a server starts without the former DATA_KEY says that everything before it is rewrapped.
  for (const round of [...rounds, await objects.keys('secret')]) {
    signal.throwIfAborted();
    await Promise.all(
      round.map(async (key) => {
        if (key.by === dataKeys.current.mark) {
          already += 1;
          // As a rotation leaves it that was killed while the person was erased.
          await objects.removeIfErased(key);
        } else {
          await objects.write(wrap(dataKeys.current, key, unwrap(dataKeys, key)), 'replace');
          rewrapped += 1;
        }
      }),
    );
    onProgress(rewrapped + already, people.length);
  }
  return { rewrapped, already };
}
