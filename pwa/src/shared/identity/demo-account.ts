import { useSyncExternalStore } from 'react';

/** An account of the demo's list that stands in for Google's window. */
export interface DemoAccount {
  email: string;
  name: string;
}

type Waiting = (account: DemoAccount | null) => void;
let waiting: Waiting | null = null;
const listeners = new Set<() => void>();
const change = (next: Waiting | null) => {
  waiting = next;
  for (const listener of listeners) listener();
};

/** Asks the person to choose an account of the demo; null when they close the list. */
export function askForDemoAccount(): Promise<DemoAccount | null> {
  waiting?.(null);
  return new Promise((resolve) => change(resolve));
}

/** The person's choice, given by the list. */
export function answerDemoAccount(account: DemoAccount | null): void {
  waiting?.(account);
  change(null);
}

/** Whether the list is to be shown now. */
export function useDemoAccountAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== null,
  );
}
