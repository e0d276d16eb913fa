/** The person was erased: there is no key, and there will never be one again. */
export class PersonErasedError extends Error {
  constructor() {
    super('This person was erased');
    this.name = 'PersonErasedError';
  }
}

/** The key store cannot be used as it is; the message says what to do. */
export class KeyStoreError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'KeyStoreError';
  }
}

/** A file or record of the key store is not what was written there. */
export class KeyDamagedError extends KeyStoreError {}

/** Secrets of the whole shop. `index`: keyed names of addresses, keyed hashes of requests. */
type SecretName = 'index';

/**
 * Keeps one key a person, outside the log and everything that is made of it: without the key, what was sealed with it is noise everywhere.
 * Every method may be called at once by several processes, and may throw what its medium throws. The README says how to write an adapter.
 */
export interface KeyStore {
  /**
   * Gives the person's key (32 bytes), made at the first call; once it is answered it outlives a crash. Throws {@link PersonErasedError}, and
   * {@link KeyStoreError} for a key that is there but cannot be read: no second one is made.
   */
  keyFor(uid: string): Promise<Buffer>;
  /** Tells what is known of a person's key; never makes one. Throws {@link KeyStoreError} for a key that is there but cannot be read. */
  find(uid: string): Promise<Buffer | 'erased' | 'missing'>;
  /** Destroys the person's key for ever and remembers that. May be repeated, and takes people who never had a key. */
  erase(uid: string): Promise<void>;
  /** Lists everybody who was erased. */
  erased(): Promise<readonly string[]>;
  /** Gives a secret of the shop (32 bytes), made once. */
  secret(name: SecretName): Promise<Buffer>;
  /** Rejects when the keys of this shop cannot be read right now; changes nothing. */
  check(): Promise<void>;
  close(): Promise<void>;
}
