import { createStore } from './store.ts';

/** What a person is told about the device's own storage; null when all is well. */
export type StorageTrouble = 'close-other-tabs' | 'newer-version' | 'nothing-kept';

/** The present trouble. */
export const storageTrouble = createStore<StorageTrouble | null>(null);

/** A browser's storage. Where it is refused or full, what is written stays in memory for this visit. */
function webStorage(name: 'localStorage' | 'sessionStorage') {
  const memory = new Map<string, string>();
  const tried = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      // Reading the property itself throws where cookies are blocked.
      return use(globalThis[name]);
    } catch {
      return otherwise;
    }
  };
  const remove = (key: string): void => {
    memory.delete(key);
    tried((storage) => storage.removeItem(key), undefined);
  };
  return {
    read: (key: string): string | null => memory.get(key) ?? tried((storage) => storage.getItem(key), null),
    /** What is stored as JSON; null where nothing is, or nothing that can be read. */
    readJson<T>(key: string): T | null {
      try {
        return JSON.parse(this.read(key) ?? 'null') as T | null;
      } catch {
        return null;
      }
    },
    /** Returns whether the value is kept after this visit. */
    write(key: string, value: string): boolean {
      remove(key);
      const isKept = tried((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (!isKept) memory.set(key, value);
      return isKept;
    },
    remove,
    keys: (): string[] => [...memory.keys(), ...tried((storage) => Object.keys(storage), [])],
  };
}

/** What all tabs of this device share. */
export const deviceStorage = webStorage('localStorage');

/** What belongs to this tab. */
export const tabStorage = webStorage('sessionStorage');
