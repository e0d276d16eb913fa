import { useState } from 'react';
import { isAddressVerified } from '../../shared/session/session-store.ts';
import { notifyFailure, notifySuccess } from '../../shared/ui/toast.ts';
import { VerifyAddressBox } from './verify-address-box.tsx';

/** Lets a signed-in person prove their address, which makes their unpaid orders and an admin's rights last. */
export function VerifyAddress({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const run = async (signIn: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await signIn();
      if (isAddressVerified() === true) void notifySuccess('Your address is verified.');
      else void notifyFailure('Your address isn’t verified yet. Open the link in the email first.');
    } catch (error) {
      void notifyFailure(error instanceof Error ? error.message : 'That didn’t work. Try again.');
    } finally {
      setBusy(false);
    }
  };
  return <VerifyAddressBox email={email} busy={busy} run={run} done="I’ve opened it" />;
}
