import { createStore, useStore } from '../store.ts';

/** An account of the demo's list that stands in for Google's window. */
export interface DemoAccount {
  email: string;
  name: string;
}

type Waiting = (account: DemoAccount | null) => void;
const waiting = createStore<Waiting | null>(null);

/** Asks the person to choose an account of the demo; null when they close the list. */
export function askForDemoAccount(): Promise<DemoAccount | null> {
  waiting.get()?.(null);
  return new Promise((resolve) => waiting.set(resolve));
}

/** The person's choice, given by the list. */
export function answerDemoAccount(account: DemoAccount | null): void {
  waiting.get()?.(account);
  waiting.set(null);
}

/** Whether the list is to be shown now. */
export const useDemoAccountAsked = (): boolean => useStore(waiting) !== null;
