import { useState } from 'react';
import { messages } from '../../shared/messages.ts';

/** Runs one sign-in at a time and keeps the text of its failure; `run` gives false when it failed. */
export function useSignIn() {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return true;
    setBusy(true);
    setFault('');
    try {
      await work();
      return true;
    } catch (error) {
      setFault(error instanceof Error ? error.message : messages.auth.resetFailed);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, fault, run };
}
