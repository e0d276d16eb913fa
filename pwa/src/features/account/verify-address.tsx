import { Button } from '@mantine/core';
import { useState } from 'react';
import { sendVerification, signInVerified } from '../../shared/identity/sign-in.ts';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { isAddressVerified } from '../../shared/session/session-store.ts';
import { Note } from '../../shared/ui/blocks.tsx';
import { EmailText } from '../../shared/ui/email-text.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { notifyFailure, notifyInfo, notifySuccess } from '../../shared/ui/toast.ts';
import classes from './account-card.module.css';
import { newestMailCode, verifyAddress } from './demo-mail.ts';

interface VerifyAddressBoxProps {
  email: string;
  busy: boolean;
  run: (work: () => Promise<unknown>) => Promise<unknown>;
  /** Names the last step. */
  done?: string;
}

/** The way to a proven address, also for an account that the shop refuses until then: have the link sent, open it, sign in. */
export function VerifyAddressBox({
  email,
  busy,
  run,
  done = 'I’ve opened it. Sign me in',
}: VerifyAddressBoxProps) {
  const config = useConfig();
  const [sent, setSent] = useState(false);
  const demo = config?.auth.emulator ? config.auth : null;

  const attempt = async (work: () => Promise<unknown>, words: string) => {
    try {
      await work();
      notifyInfo(words);
    } catch (error) {
      notifyFailure(error instanceof Error ? error.message : 'That didn’t work. Try again.');
    }
  };
  const send = () =>
    attempt(async () => {
      await sendVerification();
      setSent(true);
    }, `We’ve emailed a link to ${email}.`);
  const open = () =>
    attempt(async () => {
      const code = demo && (await newestMailCode(demo, email, 'VERIFY_EMAIL'));
      if (!demo || !code) throw new Error(`The demo has not sent an email to ${email}.`);
      await verifyAddress(demo, code);
    }, 'Your address is verified.');

  return (
    <Note as="aside" className={classes.hint} aria-label="Verify your address">
      <p>
        <strong>
          Verify that <EmailText email={email} /> is yours:
        </strong>{' '}
        we’ll email you a link. Open it, then come back here.
      </p>
      <Button variant={sent ? 'default' : 'filled'} onClick={() => void send()}>
        {sent ? 'Send another link' : 'Send the link'}
      </Button>
      {sent && demo && (
        <Button variant="default" onClick={() => void open()}>
          Open the link (the demo sends no email)
        </Button>
      )}
      {sent && (
        <LoadingButton loading={busy} onClick={() => void run(signInVerified)}>
          {done}
        </LoadingButton>
      )}
    </Note>
  );
}

/** Lets a signed-in person prove their address, which makes their unpaid orders and an admin's rights last. */
export function VerifyAddress({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const run = async (signIn: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await signIn();
      if (isAddressVerified() === true) notifySuccess('Your address is verified.');
      else notifyFailure('Your address isn’t verified yet. Open the link in the email first.');
    } catch (error) {
      notifyFailure(error instanceof Error ? error.message : 'That didn’t work. Try again.');
    } finally {
      setBusy(false);
    }
  };
  return <VerifyAddressBox email={email} busy={busy} run={run} done="I’ve opened it" />;
}
