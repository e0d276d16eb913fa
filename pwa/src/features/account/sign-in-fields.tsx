import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';

/** The field of the address with which somebody signs in; takes what the form knows of it. */
export const EmailField = (props: TextInputProps) => (
  <TextInput label="Email" type="email" size="md" autoComplete="username" {...props} />
);

/** A field of a password, which may be shown; takes what the form knows of it. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    label="Password"
    size="md"
    visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
    {...props}
  />
);
