/**
 * Keeps whole objects of bytes under names, as a folder or an S3-compatible storage does. Objects never change: a name is given once, and
 * what differs gets another name. Names are relative paths of letters, digits, `.`, `_` and `-` between slashes, 500 characters at most, of
 * which no one is the folder of another. Every method throws `ObjectsUnavailableError` when the storage does not answer in time, refuses,
 * or gives what was not put there, and a `TypeError` for what is no name or too large, which it never asks the storage about.
 */
export interface ObjectStore {
  /** Keeps an object unless there is one of this name already. Answers whether it was kept; what is answered is durable. */
  putNew(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Reads an object whole; null when there is none. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Lists the names that begin with `prefix`, in the order of their bytes. */
  list(prefix: string): AsyncIterable<string>;
  /** Removes an object; nothing happens where there is none. */
  remove(name: string): Promise<void>;
}

/** The storage of objects did not do what it was asked, or nobody knows whether it did: the same may be asked again. */
export class ObjectsUnavailableError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ObjectsUnavailableError';
  }
}

/** What comes back of an object are other bytes than were put there: the storage lies, or keeps it damaged for good. */
export class ObjectDamagedError extends ObjectsUnavailableError {
  /** @param name of the object */
  constructor(name: string) {
    super(`${name} comes back as other bytes than were put there`);
    this.name = 'ObjectDamagedError';
  }
}

/** Reads an object as `read` does, but answers `'damaged'` where it is not what was put there. Throws `ObjectsUnavailableError`. */
export const readOrDamaged = (
  store: Pick<ObjectStore, 'read'>,
  name: string,
): Promise<Uint8Array<ArrayBuffer> | null | 'damaged'> =>
  store.read(name).catch((error: unknown) => {
    if (error instanceof ObjectDamagedError) return 'damaged';
    throw error;
  });

/** Events that have left Redis cannot be read, because their archive does not answer. Nothing else is concerned. */
export class PastUnavailableError extends ObjectsUnavailableError {
  /** @param cause what the storage of objects said */
  constructor(cause: ObjectsUnavailableError) {
    super(`Events that have left Redis cannot be read out of the archive. ${cause.message}`, cause);
    this.name = 'PastUnavailableError';
  }
}

/** The most bytes that one object holds (32 MiB): it is written and read in one request, and in memory. */
export const maxObjectBytes = 32 * 1024 * 1024;

/** Checks whether a text may name an object. What stands between slashes has 200 characters at most, as folders take no longer names. */
export const isObjectName = (name: string): boolean =>
  name.length <= 500 && /^[\w-][\w.-]{0,199}(\/[\w-][\w.-]{0,199})*$/.test(name);

/** Throws a `TypeError` unless an object of this name and size (bytes) may be asked for. */
export function checkObject(name: string, bytes = 0): void {
  if (!isObjectName(name)) throw new TypeError(`"${name}" cannot name an object`);
  if (bytes > maxObjectBytes)
    throw new TypeError(`${name} has ${bytes} bytes; an object holds at most ${maxObjectBytes}`);
}
