import { useEffect } from 'react';
import { createStore } from '../store.ts';

/** Whether a page that has a bar of its own at the bottom of a phone leaves the place to the shop's bar for now. */
export const freedBottom = createStore(false);

/** Leaves the bottom of the screen to the shop's bar while `freed`. */
export function useFreedBottom(freed: boolean): void {
  useEffect(() => {
    if (!freed) return;
    freedBottom.set(true);
    return () => freedBottom.set(false);
  }, [freed]);
}
