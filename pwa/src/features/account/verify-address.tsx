import { Button } from '@mantine/core';
import { useState } from 'react';
import { sendVerification, signInVerified } from '../../shared/identity/sign-in.ts';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { isAddressVerified } from '../../shared/session/session-store.ts';
import { Note } from '../../shared/ui/blocks.tsx';
import { EmailText } from '../../shared/ui/email-text.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { notifyFailure, notifyInfo, notifySuccess } from '../../shared/ui/toast.ts';
import { openNewestMail } from './demo-mail.ts';

interface VerifyAddressBoxProps {
  email: string;
  /** Names the last step, and does it. */
  done: string;
  onDone: () => Promise<unknown>;
}

/** The way to a proven address, also for an account that the shop refuses until then: have the link sent, open it, sign in. */
export function VerifyAddressBox({ email, done, onDone }: VerifyAddressBoxProps) {
  const auth = useConfig()?.auth;
  const [sent, setSent] = useState(false);
  const [working, setWorking] = useState(false);

  const attempt = async (work: () => Promise<unknown>) => {
    setWorking(true);
    try {
      await work();
    } catch (error) {
      notifyFailure((error as Error).message);
    }
    setWorking(false);
  };
  const send = async () => {
    await sendVerification();
    setSent(true);
    notifyInfo(`We’ve emailed a link to ${email}.`);
  };

  return (
    <Note as="aside" aria-label="Verify your address">
      <p>
        <strong>
          Verify that <EmailText email={email} /> is yours:
        </strong>{' '}
        we’ll email you a link. Open it, then come back here.
      </p>
      <Button variant={sent ? 'default' : 'filled'} onClick={() => void attempt(send)}>
        {sent ? 'Send another link' : 'Send the link'}
      </Button>
      {sent && auth?.emulator && (
        <Button
          variant="default"
          onClick={() =>
            void attempt(async () => {
              await openNewestMail(auth, email, 'update');
              notifyInfo('Your address is verified.');
            })
          }
        >
          Open the link (the demo sends no email)
        </Button>
      )}
      {sent && (
        <LoadingButton loading={working} onClick={() => void attempt(onDone)}>
          {done}
        </LoadingButton>
      )}
    </Note>
  );
}

/** Lets a signed-in person prove their address, which makes their unpaid orders and an admin's rights last. */
export const VerifyAddress = ({ email }: { email: string }) => (
  <VerifyAddressBox
    email={email}
    done="I’ve opened it"
    onDone={async () => {
      await signInVerified();
      if (isAddressVerified() === true) notifySuccess('Your address is verified.');
      else notifyFailure('Your address isn’t verified yet. Open the link in the email first.');
    }}
  />
);
