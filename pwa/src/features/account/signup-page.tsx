import { oneLine, plainCode } from '@karigar/bff/written-text';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { signUp } from '../../shared/identity/sign-in.ts';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import classes from './account-card.module.css';
import { AccountCard } from './account-card.tsx';
import { authRules, passwordNeeds } from './auth-rules.ts';
import { PasswordField } from './sign-in-fields.tsx';

/** Makes an account, signs in, and goes where the person wanted to go. */
export function Component() {
  const form = useForm({ initialValues: { name: '', email: '', password: '' }, validate: authRules });
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
