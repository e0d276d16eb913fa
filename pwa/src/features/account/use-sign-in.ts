import { useState } from 'react';
import { isUnproven } from '../../shared/identity/identity-error.ts';
import { messages } from '../../shared/messages.ts';

/**
 * Runs one sign-in at a time and keeps the text of its failure; `run` gives false when it failed. `unproven`: it failed because the
 * address has to be verified first.
 */
export function useSignIn() {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [unproven, setUnproven] = useState(false);
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return true;
    setBusy(true);
    setFault('');
    try {
      await work();
      return true;
    } catch (error) {
      setUnproven(isUnproven(error));
      setFault(error instanceof Error ? error.message : messages.auth.resetFailed);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, fault, unproven, run };
}
