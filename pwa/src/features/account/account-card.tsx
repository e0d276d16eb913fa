import { plainCode } from '@karigar/bff/written-text';
import {
  Anchor,
  Button,
  PasswordInput,
  type PasswordInputProps,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconBrandGoogle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { useReachability } from '../../shared/api/reachability.ts';
import { focusFirstFault } from '../../shared/fields/focus-first-fault.ts';
import { isUnproven } from '../../shared/identity/identity-error.ts';
import { prepareSignIn, signInVerified, signInWithGoogle } from '../../shared/identity/sign-in.ts';
import { messages } from '../../shared/messages.ts';
import type { RememberedOrigin } from '../../shared/paths.ts';
import { publicPages } from '../../shared/public-pages.ts';
import { startOf, useSession } from '../../shared/session/session-store.ts';
import { Card, Fault, Note } from '../../shared/ui/blocks.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import classes from './account-card.module.css';
import { VerifyAddressBox } from './verify-address.tsx';

/** A field of a password, which may be shown; takes what the form knows of it. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    label="Password"
    size="md"
    visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
    {...props}
  />
);

interface AccountCardProps<Values> {
  page: 'login' | 'signup';
  form: UseFormReturnType<Values>;
  signIn: (values: Values) => Promise<unknown>;
  /** What the button that signs in says. */
  button: string;
  /** The field that a refusal most likely is about. */
  suspect: keyof Values & string;
  /** The way to the other of the two pages. */
  other: { question: string; to: string; label: string };
  /** Stands above the form, before and behind the field of the address, below the button, and below the form. */
  above?: ReactNode;
  before?: ReactNode;
  behind: ReactNode;
  more?: ReactNode;
  below?: ReactNode;
}

/**
 * What login and signup are made of: a form, Google, and what helps when the address has to be verified first. Once somebody is signed in, here or in
 * another tab, it goes on to the remembered page; the history entry is replaced, and the two link to each other without a new one, so that
 * "back" does not return to a form that has done its work.
 */
export function AccountCard<Values extends { email: string }>(props: AccountCardProps<Values>) {
  const { form, other } = props;
  const { status, user } = useSession();
  const state = useLocation().state as RememberedOrigin | null;
  const { reachable } = useReachability();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [unproven, setUnproven] = useState(false);
  useEffect(() => {
    if (status !== 'signed-in') void prepareSignIn();
  }, [status]);
  /** Runs one sign-in at a time; false when it failed. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return true;
    setBusy(true);
    setFault('');
    try {
      await work();
      return true;
    } catch (error) {
      setUnproven(isUnproven(error));
      setFault((error as Error).message);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const submit = async (values: Values) => {
    // The button that was pressed is disabled while it works, which takes the focus away.
    if (!(await run(() => props.signIn(values)))) form.getInputNode(props.suspect)?.focus();
  };
  if (status === 'signed-in') return <Navigate to={state?.from ?? startOf(user)} replace />;
  const deed = props.page === 'login' ? 'log in' : 'sign up';
  return (
    <div className={classes.page}>
      <Card className={classes.card}>
        <Stack>
          <PageTitle {...publicPages[props.page]} />
          {!reachable && (
            <Note tone="ask" role="status">
              <p>
                You need to be online to {deed}.{' '}
                {state?.from && `After you ${deed}, we’ll take you back to where you were going.`}
              </p>
            </Note>
          )}
          {busy && <progress className={classes.progress} aria-label="Signing in" />}
          {props.above}
          <form noValidate onSubmit={form.onSubmit(submit, focusFirstFault(form))}>
            <Stack>
              {props.before}
              <TextInput
                label="Email"
                type="email"
                size="md"
                autoComplete="username"
                {...form.getInputProps('email')}
              />
              {props.behind}
              <Fault>{fault}</Fault>
              <Button type="submit" size="md" fullWidth loading={busy}>
                {props.button}
              </Button>
              {props.more}
            </Stack>
          </form>
          {props.below}
          {unproven && (
            <VerifyAddressBox
              email={plainCode(form.values.email)}
              done="I’ve opened it. Sign me in"
              onDone={() => run(signInVerified)}
            />
          )}
          <Text ta="center">
            {other.question}{' '}
            <Anchor
              component={Link}
              to={other.to}
              state={state}
              replace
              fw={600}
              py="sm"
              display="inline-block"
            >
              {other.label}
            </Anchor>
          </Text>
          {/* A person who closes Google's window has changed their mind: no error. */}
          <Stack className={classes.social ?? ''}>
            <p className={classes.or}>{messages.auth.or}</p>
            <Button
              variant="default"
              size="md"
              fullWidth
              disabled={busy}
              leftSection={<IconBrandGoogle aria-hidden size={20} />}
              onClick={() => void run(signInWithGoogle)}
            >
              {messages.auth.google}
            </Button>
          </Stack>
        </Stack>
      </Card>
    </div>
  );
}
