import { createHash } from 'node:crypto';
import type { RememberedAnswer, Store } from './store.ts';
import { SimulatorError } from './stripe-error.ts';

/** What identifies a request apart from its key: the same key may come again only with this unchanged. */
export function fingerprint(method: string, path: string, body: string): string {
  return createHash('sha1').update(`${method} ${path}\n${body}`).digest('hex');
}

/**
 * Stripe's idempotency keys: the first answer under a key, errors included, is given again to the same request; another
 * request under it is refused; two at once under it: the second is refused.
 */
export class IdempotencyKeys {
  private readonly store: Store;
  private readonly running = new Set<string>();

  constructor(store: Store) {
    this.store = store;
  }

  /** The answer to repeat, or null when the key is now taken by this request. Throws idempotency errors (400, 409). */
  begin(key: string, print: string): RememberedAnswer | null {
    const known = this.store.answers.get(key);
    if (known && known.fingerprint !== print) {
      throw new SimulatorError(
        400,
        {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        },
        { replayed: false },
      );
    }
    if (known) return known;
    if (this.running.has(key)) {
      throw new SimulatorError(
        409,
        {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: `There is currently another in-progress request using this Stripe Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        },
        { replayed: false },
      );
    }
    this.running.add(key);
    return null;
  }

  /** Ends the request that `begin` let in. */
  end(key: string): void {
    this.running.delete(key);
  }
}
