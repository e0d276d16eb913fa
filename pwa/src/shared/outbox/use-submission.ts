import { useMachine } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { failureText } from '../api/failure.ts';
import { useReachability } from '../api/reachability.ts';
import type { OutboxEntry, OutboxWork } from '../saved/outbox-entry.ts';
import { notifyFailure, notifySuccess } from '../ui/toast.ts';
import { changeOutboxEntry, discardOutboxEntry, enqueue, NotStoredError } from './outbox.ts';
import { type Acceptance, submissionMachine } from './submission-machine.ts';
import { tellAccepted, useFollow } from './tell-accepted.ts';
import { acceptedWords, notTakenWords } from './words.ts';

/**
 * Runs the submission machine for a form beside what the outbox holds for it. Says itself that the shop has taken the
 * work; `onAccepted` is for what the form does then.
 */
export function useSubmission(entries: OutboxEntry[], onAccepted: (acceptance: Acceptance) => void) {
  const accept = useRef(onAccepted);
  accept.current = onAccepted;
  const [machine] = useState(() =>
    submissionMachine.provide({
      actors: {
        save: fromPromise(({ input: { id, isNew, work } }) =>
          isNew ? enqueue(id, work) : changeOutboxEntry(id, work),
        ),
        discard: fromPromise(({ input }) => discardOutboxEntry(input.id)),
      },
      actions: {
        tellAccepted: (_, acceptance) => {
          const { work, orderId } = acceptance.entry;
          if (acceptance.form === 'placed') notifySuccess(acceptedWords(work));
          else tellAccepted(work, orderId);
          accept.current(acceptance);
        },
        tellFailure: (_, { error }) =>
          notifyFailure(error instanceof NotStoredError ? notTakenWords : failureText(error)),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine, { input: { entries } });
  useEffect(() => send({ type: 'outboxChanged', entries }), [entries, send]);

  const { entry: kept, form } = snapshot.context;
  useFollow(kept?.id ?? null);
  const { reachable } = useReachability();
  // Where the shop does not answer anyway, the person is not kept waiting for the end of one more try.
  const entry =
    !reachable && kept?.status === 'sending' ? { ...kept, delay: kept.delay ?? 'no-answer' } : kept;
  const working =
    (entry?.status === 'saved' || entry?.status === 'sending') && entry.delay === null && reachable;
  const locked = working || entry?.status === 'sending';
  return {
    /** The entry as the outbox has it; null while there is none. */
    entry,
    /** An answer of the shop may come any moment. */
    working,
    /** The entry is on its way: nothing can be changed. */
    locked,
    /** Nothing can be placed: the entry is on its way, or waits for the network as it is in the form. */
    waiting: locked || (entry?.status === 'saved' && form !== 'typed'),
    /** The entry waits, and the form holds something else that was typed since. */
    changed: entry?.status === 'saved' && form === 'typed',
    /** Placed from this form, with nothing typed since. */
    placed: form === 'placed',
    tooLate: snapshot.matches('tooLate'),
    place: (work: OutboxWork) => send({ type: 'place', id: crypto.randomUUID(), work }),
    discard: () => send({ type: 'discard' }),
    /** To be called when the person works on the form: what gets through then must not take them away from it. */
    edit: () => send({ type: 'edit' }),
  };
}
