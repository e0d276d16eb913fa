/**
 * Keeps whole objects of bytes under names, as a folder or an S3-compatible storage does. Objects never change: a name is given once, and
 * what differs gets another name. Names are relative paths of letters, digits, `.`, `_` and `-` between slashes, 500 characters at most.
 * Every method throws `ObjectsUnavailableError` when the storage does not answer in time or refuses.
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

/** Checks whether a text may name an object. */
export const isObjectName = (name: string): boolean =>
  name.length <= 500 && /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name);
