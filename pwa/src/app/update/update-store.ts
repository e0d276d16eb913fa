import { useSyncExternalStore } from 'react';

/**
 * Where the update of this page stands. ready: a new version waits. required: the shop no longer talks to this build.
 * applying: the person has said yes.
 */
export type UpdateState =
  | { status: 'none' }
  | { status: 'ready'; notes: string[] }
  | { status: 'required'; notes: string[] }
  | { status: 'applying' };

const listeners = new Set<() => void>();
let state: UpdateState = { status: 'none' };

/** The present state, outside React. */
export const updateState = (): UpdateState => state;

/** Announces a new state. A required update is not talked down to an optional one. */
export function setUpdateState(next: UpdateState): void {
  if (state.status === 'required' && next.status === 'ready')
    state = { status: 'required', notes: next.notes };
  else state = next;
  for (const listener of listeners) listener();
}

/** The present state, followed. */
export const useUpdateState = (): UpdateState =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, updateState);
