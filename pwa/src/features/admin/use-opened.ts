import { useCallback, useState } from 'react';

/**
 * What a modal or a drawer is open for. Closing keeps the subject, so that its words do not vanish while it slides
 * away; `openings` counts, to give every opening a form of its own.
 */
export function useOpened<T>() {
  const [state, setState] = useState<{ subject: T | null; opened: boolean; openings: number }>({
    subject: null,
    opened: false,
    openings: 0,
  });
  const open = useCallback(
    (subject: T) => setState((before) => ({ subject, opened: true, openings: before.openings + 1 })),
    [],
  );
  const close = useCallback(() => setState((before) => ({ ...before, opened: false })), []);
  /** Puts a newer state of the subject in its place, if it is the same thing. */
  const update = useCallback(
    (isSame: (subject: T) => boolean, next: T) =>
      setState((before) =>
        before.subject !== null && isSame(before.subject) ? { ...before, subject: next } : before,
      ),
    [],
  );
  return { ...state, open, close, update };
}
