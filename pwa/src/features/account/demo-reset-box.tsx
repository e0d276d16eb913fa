import type { ShopConfig } from '@karigar/bff/contracts';
import { useForm } from '@mantine/form';
import { failureText } from '../../shared/api/failure.ts';
import { Note } from '../../shared/ui/blocks.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { notifyFailure, notifySuccess } from '../../shared/ui/toast.ts';
import classes from './account-card.module.css';
import { authRules } from './auth-rules.ts';
import { newestMailCode, resetPassword } from './demo-mail.ts';
import { PasswordField } from './sign-in-fields.tsx';

interface DemoResetBoxProps {
  auth: ShopConfig['auth'];
  email: string;
  onDone: (password: string) => void;
}

/** Stands in for the mail and the page behind its link, since the demo sends no mail. */
export function DemoResetBox({ auth, email, onDone }: DemoResetBoxProps) {
  const form = useForm({ initialValues: { password: '' }, validate: { password: authRules.password } });
  const set = async (password: string) => {
    try {
      const code = await newestMailCode(auth, email, 'PASSWORD_RESET');
      if (code === null) throw new Error(`The demo has not sent an email to ${email}.`);
      await resetPassword(auth, code, password);
      void notifySuccess('Your new password is set. You can log in now.');
      onDone(password);
    } catch (error) {
      void notifyFailure(error instanceof Error ? error.message : failureText(error));
    }
  };
  return (
    <Note
      as="form"
      className={classes.hint}
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
