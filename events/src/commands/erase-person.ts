import { personScope } from '../log/generation-keys.ts';
import type { Store } from '../log/generation-reader.ts';
import { projectErasure } from '../model/project.ts';
import { isOrderRejected } from '../orders/rejection.ts';
import { appendUntilDecided, type Origin } from './append-until-decided.ts';

/** Declares that an account is erased. */
export interface EraseCommand extends Origin {
  readonly uid: string;
}

/**
 * Appends that a person is erased, once: `changed` is false when the log says so already. From then on no order of theirs is taken.
 * Throws ORDERS_OPEN while an order of theirs is unpaid, or paid and not shipped; that is judged at the moment of writing.
 */
export async function erasePerson(store: Store, command: EraseCommand): Promise<{ changed: boolean }> {
  const { uid, actor, correlationId } = command;
  const append = {
    scope: personScope(uid),
    subject: uid,
    event: { type: 'person.erased', data: {} } as const,
    actor,
    correlationId,
    requestHash: '',
    guards: {},
    patch: projectErasure(),
  };
  try {
    return await appendUntilDecided(store, async () => ({ append, answerOf: () => ({ changed: true }) }));
  } catch (error) {
    if (isOrderRejected(error, 'PERSON_ERASED')) return { changed: false };
    throw error;
  }
}
