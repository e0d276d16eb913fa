import { createStore } from '../../shared/store.ts';

/**
 * Where the update of this page stands. ready: a new version waits. required: the shop no longer talks to this build.
 * applying: the person has said yes.
 */
type Update =
  | { status: 'none' }
  | { status: 'ready'; notes: string[] }
  | { status: 'required'; notes: string[] }
  | { status: 'applying' };

/** State of the update. */
export const update = createStore<Update>({ status: 'none' });

/** Announces a version that waits; what is required already stays required. */
export function announceUpdate(notes: string[]): void {
  update.set({ status: update.get().status === 'required' ? 'required' : 'ready', notes });
}
