import { oneLine, plainCode } from '@karigar/bff/written-text';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { signUp } from '../../shared/identity/sign-in.ts';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { tabStorage } from '../../shared/web-storage.ts';
import classes from './account-card.module.css';
import { AccountCard, PasswordField } from './account-card.tsx';
import { authRules, passwordNeeds } from './auth-rules.ts';

/** Under this key the tab keeps the name and the email through a reload, never the password. */
const typedKey = 'karigar.signup';

/** Makes an account, signs in, and goes where the person wanted to go. */
export function Component() {
  const { status } = useSession();
  const form = useForm({
    initialValues: {
      name: '',
      email: '',
      ...tabStorage.readJson<{ name: string; email: string }>(typedKey),
      password: '',
    },
    validate: authRules,
    onValuesChange: ({ name, email }) => tabStorage.write(typedKey, JSON.stringify({ name, email })),
  });
  // Whichever way the person signed in, also in another tab: the form has done its work.
  useEffect(() => {
    if (status === 'signed-in') tabStorage.remove(typedKey);
  }, [status]);
  return (
    <AccountCard
      page="signup"
      form={form}
      signIn={({ name, email, password }) => signUp(oneLine(name), plainCode(email), password)}
      button={messages.auth.signup}
      suspect="email"
      other={{ question: 'Already have an account?', to: paths.login, label: 'Login' }}
      before={<TextInput label="Name" size="md" autoComplete="name" {...form.getInputProps('name')} />}
      behind={
        <>
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
        </>
      }
    />
  );
}
