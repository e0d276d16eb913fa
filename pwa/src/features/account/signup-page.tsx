import { oneLine, plainCode } from '@karigar/bff/written-text';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useLocation } from 'react-router-dom';
import { focusFirstFault } from '../../shared/fields/focus-first-fault.ts';
import { signUp } from '../../shared/identity/sign-in.ts';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { Fault } from '../../shared/ui/blocks.tsx';
import classes from './account-card.module.css';
import { AccountCard } from './account-card.tsx';
import { authRules, passwordNeeds } from './auth-rules.ts';
import { EmailField, PasswordField } from './sign-in-fields.tsx';
import { SocialSignIn } from './social-sign-in.tsx';
import { useSignIn } from './use-sign-in.ts';
import { VerifyAddressBox } from './verify-address-box.tsx';

const text = messages.auth;

/** Makes an account, signs in, and goes where the person wanted to go. */
export function Component() {
  const { state } = useLocation();
  const form = useForm({ initialValues: { name: '', email: '', password: '' }, validate: authRules });
  const { busy, fault, unproven, run } = useSignIn();
  // The button that was pressed is disabled while it works, which takes the focus away.
  const focusFault = () => form.getInputNode('email')?.focus();
  return (
    <AccountCard page="signup">
      {busy && <progress className={classes.progress} aria-label="Signing up" />}
      <form
        noValidate
        onSubmit={form.onSubmit(async ({ name, email, password }) => {
          if (!(await run(() => signUp(oneLine(name), plainCode(email), password)))) focusFault();
        }, focusFirstFault(form))}
      >
        <Stack>
          <TextInput label="Name" size="md" autoComplete="name" {...form.getInputProps('name')} />
          <EmailField {...form.getInputProps('email')} />
          <PasswordField
            autoComplete="new-password"
            aria-describedby="password-needs"
            {...form.getInputProps('password')}
          />
          <ul id="password-needs" className={classes.needs}>
            {passwordNeeds(form.values.password).map(({ label, met }) => (
              <li key={label} data-met={met}>
                {label}
              </li>
            ))}
          </ul>
          <Fault>{fault}</Fault>
          <Button type="submit" size="md" fullWidth loading={busy}>
            {text.signup}
          </Button>
        </Stack>
      </form>
      {unproven && <VerifyAddressBox email={plainCode(form.values.email)} busy={busy} run={run} />}
      <p className={classes.other}>
        Already have an account?{' '}
        <Link to={paths.login} state={state} replace>
          Login
        </Link>
      </p>
      <SocialSignIn run={run} busy={busy} />
    </AccountCard>
  );
}
