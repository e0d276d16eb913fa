import { stockScope } from '../log/generation-keys.ts';
import type { Store } from '../log/generation-reader.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { projectionCode, projectNothing, restoringCode } from '../model/project.ts';
import { appendUntilDecided, type Origin } from './append-until-decided.ts';

/** Declares the event at `seq`, which is about `subject`, void. */
export interface VoidCommand extends Origin {
  readonly seq: number;
  readonly subject: string;
  /** Why, in the operator's words. */
  readonly reason: string;
}

/**
 * Declares an event void, as an event. It changes no read model, so a generation of any code takes it: a release that cannot
 * rebuild because of the event could not write otherwise. Throws `LogUnavailableError` while a backup is being restored.
 */
export function voidEvent(store: Store, command: VoidCommand): Promise<{ seq: number }> {
  const { seq, subject, reason, actor, correlationId } = command;
  return appendUntilDecided(store, async () => {
    const code = await store.client.run((connection) => connection.hGet(redisKeys.meta, 'code'));
    // A writer of this name would get through the guard that keeps all writers out of a store that is being restored.
    const patch = projectNothing(code == null || code.startsWith(restoringCode) ? projectionCode : code);
    const append = {
      scope: stockScope(''),
      subject,
      event: { type: 'event.voided', data: { seq, reason } } as const,
      actor,
      correlationId,
      requestHash: '',
      guards: {},
      patch,
    };
    return { append, answerOf: (written) => ({ seq: written.seq }) };
  });
}
