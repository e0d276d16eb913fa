import type { ShopConfig } from '@karigar/bff/contracts';
import { plainCode } from '@karigar/bff/written-text';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { IdentityError } from '../../shared/identity/identity-error.ts';
import { sendPasswordReset, signInWithPassword } from '../../shared/identity/sign-in.ts';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { Note } from '../../shared/ui/blocks.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { notifyFailure, notifyInfo, notifySuccess } from '../../shared/ui/toast.ts';
import { AccountCard, PasswordField } from './account-card.tsx';
import { authRules } from './auth-rules.ts';
import { openNewestMail } from './demo-mail.ts';

interface DemoResetBoxProps {
  auth: ShopConfig['auth'];
  email: string;
  onDone: (password: string) => void;
}

/** Stands in for the mail and the page behind its link, since the demo sends no mail. */
function DemoResetBox({ auth, email, onDone }: DemoResetBoxProps) {
  const form = useForm({ initialValues: { password: '' }, validate: { password: authRules.password } });
  const set = async (password: string) => {
    try {
      await openNewestMail(auth, email, 'resetPassword', password);
      notifySuccess('Your new password is set. You can log in now.');
      onDone(password);
    } catch (error) {
      notifyFailure((error as Error).message);
    }
  };
  return (
    <Note
      as="form"
      aria-label="Demo reset email"
      noValidate
      onSubmit={form.onSubmit(({ password }) => set(password))}
    >
      <p>
        <strong>This demo sends no real email.</strong> The link emailed to {email} would open this form:
      </p>
      <PasswordField label="New password" autoComplete="new-password" {...form.getInputProps('password')} />
      <LoadingButton type="submit" size="md" loading={form.submitting}>
        Set new password
      </LoadingButton>
    </Note>
  );
}

type DemoAccount = ShopConfig['demoAccounts'][number];
const titles: Record<DemoAccount['role'], string> = { user: 'General user', admin: 'Admin' };
const unknown: DemoAccount[] = [
  { role: 'user', email: '', password: '' },
  { role: 'admin', email: '', password: '' },
];

interface DemoHintProps {
  /** Undefined while the shop has not told them: then the box keeps their place, so that the form does not jump. */
  accounts: DemoAccount[] | undefined;
  /** Where the letters of the demo are shown; undefined where they are not. */
  inbox: string | undefined;
  onChoose: (account: DemoAccount) => void;
}

/** The demo's sample accounts with their passwords; one tap fills the form. Outside the demo there are none. */
function DemoHint({ accounts, inbox, onChoose }: DemoHintProps) {
  if (accounts?.length === 0) return null;
  return (
    <Note as="aside" aria-label="Sample accounts" aria-busy={accounts === undefined}>
      <p>
        <strong>Demo accounts</strong>
      </p>
      {(accounts ?? unknown).map((account) => (
        <Group key={account.role} gap="sm" justify="space-between">
          <Stack gap={0} flex="1 1 9rem" miw={0} lh={1.4}>
            <Text size="sm" c="dimmed">
              {titles[account.role]}
            </Text>
            <span>{account.email || '…'}</span>
            <span>{account.password || '…'}</span>
          </Stack>
          <Button
            variant="default"
            size="compact-md"
            flex="none"
            mih="2.75rem"
            disabled={accounts === undefined}
            aria-label={`Use the ${titles[account.role].toLowerCase()} account`}
            onClick={() => onChoose(account)}
          >
            Use
          </Button>
        </Group>
      ))}
      {inbox !== undefined && (
        <p>
          This demo sends no real email. Read sent messages in the{' '}
          <Anchor href={inbox} inherit>
            demo inbox
          </Anchor>
          .
        </p>
      )}
    </Note>
  );
}

const text = messages.auth;

/** Signs in with e-mail and password or Google, then goes where the person wanted to go. */
export function Component() {
  const config = useConfig();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: authRules.email, password: authRules.password },
  });
  const [resetFor, setResetFor] = useState<string | null>(null);

  const forgot = async () => {
    const email = plainCode(form.getValues().email);
    if (email === '') return notifyFailure(text.resetFailed);
    if (form.validateField('email').hasError) return;
    try {
      await sendPasswordReset(email);
    } catch (error) {
      // Whether an account exists stays private: an unknown address gets the same answer.
      if ((error as IdentityError).code !== 'auth/user-not-found')
        return notifyFailure((error as IdentityError).message);
    }
    setResetFor(config?.auth.emulator ? email : null);
    return notifyInfo(text.resetSent);
  };

  return (
    <AccountCard
      page="login"
      form={form}
      signIn={({ email, password }) => signInWithPassword(plainCode(email), password)}
      button={text.login}
      suspect="password"
      other={{ question: 'New here?', to: paths.signup, label: 'Create an account' }}
      above={
        <DemoHint
          accounts={config?.demoAccounts}
          inbox={config === undefined ? '/inbox' : config.demoInbox}
          onChoose={({ email, password }) => form.setValues({ email, password })}
        />
      }
      behind={<PasswordField autoComplete="current-password" {...form.getInputProps('password')} />}
      more={
        <Button variant="subtle" size="md" onClick={() => void forgot()}>
          {text.forgot}
        </Button>
      }
      below={
        resetFor !== null &&
        config && (
          <DemoResetBox
            auth={config.auth}
            email={resetFor}
            onDone={(password) => {
              setResetFor(null);
              form.setValues({ email: resetFor, password });
            }}
          />
        )
      }
    />
  );
}
