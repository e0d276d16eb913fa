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
    super(message, { cause });
    this.name = 'KeyStoreError';
  }
}

/** An object of the key store is not what was written there. */
export class KeyDamagedError extends KeyStoreError {}
