import { type DataKeys, unwrap, wrap } from './data-key.ts';
import type { KeyObjects } from './key-objects.ts';

/**
 * Rewraps every key and secret by the current DATA_KEY; the keys themselves stay, and so does all that is sealed. May be stopped anywhere and
 * started again, and run beside servers that know both DATA_KEYs. Throws {@link KeyStoreError} for a key of a third DATA_KEY, and what `signal` holds.
 */
export async function rotateKeys(
  objects: KeyObjects,
  dataKeys: DataKeys,
  { signal, onProgress }: { signal: AbortSignal; onProgress(done: number): void },
): Promise<{ rewrapped: number; already: number }> {
  let rewrapped = 0;
  let already = 0;
  // The secret comes last: that a server starts without the former DATA_KEY says that everything before it is rewrapped.
  for (const kind of ['person', 'secret'] as const)
    for await (const page of objects.keys(kind)) {
      signal.throwIfAborted();
      await Promise.all(
        page.map(async (key) => {
          if (key.by === dataKeys.current.mark) {
            already += 1;
            // As a rotation leaves it that was killed while the person was erased.
            await objects.removeIfErased(key);
          } else {
            await objects.replace(wrap(dataKeys.current, key, unwrap(dataKeys, key)));
            rewrapped += 1;
          }
        }),
      );
      onProgress(rewrapped + already);
    }
  return { rewrapped, already };
}
