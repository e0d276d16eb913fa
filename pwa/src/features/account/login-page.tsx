import { plainCode } from '@karigar/bff/written-text';
import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { focusFirstFault } from '../../shared/fields/focus-first-fault.ts';
import { IdentityError } from '../../shared/identity/identity-error.ts';
import { sendPasswordReset, signInWithPassword } from '../../shared/identity/sign-in.ts';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { Fault } from '../../shared/ui/blocks.tsx';
import { notifyFailure, notifyInfo } from '../../shared/ui/toast.ts';
import classes from './account-card.module.css';
import { AccountCard } from './account-card.tsx';
import { authRules } from './auth-rules.ts';
import { DemoHint } from './demo-hint.tsx';
import { DemoResetBox } from './demo-reset-box.tsx';
import { EmailField, PasswordField } from './sign-in-fields.tsx';
import { SocialSignIn } from './social-sign-in.tsx';
import { useSignIn } from './use-sign-in.ts';
import { VerifyAddressBox } from './verify-address-box.tsx';

const text = messages.auth;

/** Whether a reset failed only because nobody has this address. */
const isUnknownPerson = (error: unknown): boolean =>
  error instanceof IdentityError && error.code === 'auth/user-not-found';

/** Signs in with e-mail and password or Google, then goes where the person wanted to go. */
export function Component() {
  const { state } = useLocation();
  const config = useConfig();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: authRules.email, password: authRules.password },
  });
  const { busy, fault, unproven, run } = useSignIn();
  // The button that was pressed is disabled while it works, which takes the focus away.
  const focusFault = () => form.getInputNode('password')?.focus();
  const [resetFor, setResetFor] = useState<string | null>(null);

  const forgot = async () => {
    const email = plainCode(form.getValues().email);
    if (email === '') return notifyFailure(text.resetFailed);
    if (form.validateField('email').hasError) return;
    try {
      await sendPasswordReset(email);
    } catch (error) {
      // Whether an account exists is nobody's business: an unknown address gets the same answer.
      if (!isUnknownPerson(error))
        return notifyFailure(error instanceof Error ? error.message : text.resetFailed);
    }
    setResetFor(config?.auth.emulator ? email : null);
    return notifyInfo(text.resetSent);
  };

  return (
    <AccountCard page="login">
      {busy && <progress className={classes.progress} aria-label="Signing in" />}
      <DemoHint
        accounts={config?.demoAccounts}
        inbox={config === undefined ? '/inbox' : config.demoInbox}
        onChoose={({ email, password }) => form.setValues({ email, password })}
      />
      <form
        noValidate
        onSubmit={form.onSubmit(async ({ email, password }) => {
          if (!(await run(() => signInWithPassword(plainCode(email), password)))) focusFault();
        }, focusFirstFault(form))}
      >
        <Stack>
          <EmailField {...form.getInputProps('email')} />
          <PasswordField autoComplete="current-password" {...form.getInputProps('password')} />
          <Fault>{fault}</Fault>
          <Button type="submit" size="md" fullWidth loading={busy}>
            {text.login}
          </Button>
          <Button variant="subtle" size="md" onClick={() => void forgot()}>
            {text.forgot}
          </Button>
        </Stack>
      </form>
      {resetFor !== null && config && (
        <DemoResetBox
          auth={config.auth}
          email={resetFor}
          onDone={(password) => {
            setResetFor(null);
            form.setValues({ email: resetFor, password });
          }}
        />
      )}
      {unproven && <VerifyAddressBox email={plainCode(form.values.email)} busy={busy} run={run} />}
      <p className={classes.other}>
        New here?{' '}
        <Link to={paths.signup} state={state} replace>
          Create an account
        </Link>
      </p>
      <SocialSignIn run={run} busy={busy} />
    </AccountCard>
  );
}
