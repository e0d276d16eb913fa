import { useState } from 'react';
import { messages } from '../../shared/messages.ts';

/** Runs one sign-in at a time and keeps the text of its failure. */
export function useSignIn() {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFault('');
    try {
      await work();
    } catch (error) {
      setFault(error instanceof Error ? error.message : messages.auth.resetFailed);
    } finally {
      setBusy(false);
    }
  };
  return { busy, fault, run };
}
