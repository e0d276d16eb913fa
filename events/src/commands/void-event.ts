import { stockScope } from '../log/generation-keys.ts';
import type { Store } from '../log/generation-reader.ts';
import { readHead } from '../log/store-head.ts';
import { projectNothing } from '../model/project.ts';
import type { VoidReason } from '../orders/reasons.ts';
import { appendUntilDecided, type Origin } from './append-until-decided.ts';

/** Declares the event at `seq`, which is about `subject`, void. */
export interface VoidCommand extends Origin {
  readonly seq: number;
  readonly subject: string;
  readonly reason: VoidReason;
  /** The operator's words, sealed for the person of the order; null for none. */
  readonly note: string | null;
}

/**
 * Declares an event void, as an event. It changes no read model, so a generation of any code takes it: a release that cannot
 * rebuild because of the event could not write otherwise. Throws `StoreClosedError` while a backup is being restored.
 */
export function voidEvent(store: Store, command: VoidCommand): Promise<{ seq: number }> {
  const { seq, subject, reason, note, actor, correlationId } = command;
  return appendUntilDecided(store, async () => {
    const patch = projectNothing((await readHead(store.client)).code);
    const append = {
      scope: stockScope(''),
      subject,
      event: { type: 'event.voided', data: { seq, reason, note } } as const,
      actor,
      correlationId,
      requestHash: '',
      guards: {},
      patch,
    };
    return { append, answerOf: (written) => ({ seq: written.seq }) };
  });
}
