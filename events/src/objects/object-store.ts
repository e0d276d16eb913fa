import { hash } from 'node:crypto';

/**
 * Stores whole objects of bytes under names, in a folder or an S3-compatible storage. A name is given once: objects of the
 * archive and pictures never change, and only keys are replaced. Names are relative paths of letters, digits, `.`, `_` and `-` between slashes, 500 characters at most; no name is the folder of another. Every method
 * throws `ObjectsUnavailableError` when the storage does not answer in time, refuses, or returns other bytes than were stored, and a `TypeError`
 * for an invalid name or an object that is too large.
 */
export interface ObjectStore {
  /** Stores an object unless the name is taken. Answers whether it was stored; after either answer the object is durable. */
  putNew(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Reads a whole object; null when there is none. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Lists the names that begin with `prefix`, in byte order. */
  list(prefix: string): AsyncIterable<string>;
  /** Stores an object in the place of the one of that name, in one step. */
  replace(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes an object, and what a killed process left half written of it; does nothing when there is none. */
  remove(name: string): Promise<void>;
}

/** The storage of objects failed, or the outcome is unknown. The same call may be repeated. */
export class ObjectsUnavailableError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ObjectsUnavailableError';
  }
}

/** The storage returned other bytes than were stored. */
export class ObjectDamagedError extends ObjectsUnavailableError {}

/** Events that have left Redis cannot be read, because the archive does not answer. */
export class PastUnavailableError extends ObjectsUnavailableError {
  /** @param cause error of the storage */
  constructor(cause: ObjectsUnavailableError) {
    super(`Events that have left Redis cannot be read out of the archive. ${cause.message}`, cause);
    this.name = 'PastUnavailableError';
  }
}

/** Largest size of an object (32 MiB): it is written and read in one request, and in memory. */
export const maxObjectBytes = 32 * 1024 * 1024;

/** Checks whether a text is a valid name. Each part has 200 characters at most, as file systems allow no longer ones. */
export const isObjectName = (name: string): boolean =>
  name.length <= 500 && /^[\w-][\w.-]{0,199}(\/[\w-][\w.-]{0,199})*$/.test(name);

/** Throws a `TypeError` unless the name and size (bytes) of an object are valid. */
export function checkObject(name: string, bytes = 0): void {
  if (!isObjectName(name)) throw new TypeError(`"${name}" cannot name an object`);
  if (bytes > maxObjectBytes)
    throw new TypeError(`${name} has ${bytes} bytes; an object holds at most ${maxObjectBytes}`);
}

/** Computes the sha256 of some bytes, in hexadecimal digits. */
export const sha256Of = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');
