import { plainCode } from '@karigar/bff/written-text';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../shared/dialog/dialog.tsx';
import { answerDemoAccount } from '../shared/identity/demo-account.ts';
import { useConfig } from '../shared/saved/shop-config.ts';

const nameOf = (email: string): string => email.split('@')[0] ?? email;

/** Stands in for Google's own window in the demo: a list of accounts, and a field for another one. */
export function DemoAccountList() {
  const accounts = useConfig()?.demoAccounts ?? [];
  const [email, setEmail] = useState('');
  const choose = (chosen: string) => answerDemoAccount({ email: chosen, name: nameOf(chosen) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    choose(plainCode(email).toLowerCase());
  };
  return (
    <Dialog opened onClose={() => answerDemoAccount(null)} title="Choose a Google account (demo)">
      <Text size="sm" c="dimmed" mb="md">
        The demo doesn’t open a Google window. Choose a sample account instead.
      </Text>
      <Stack gap="xs">
        {accounts.map((account) => (
          <Button key={account.email} variant="default" onClick={() => choose(account.email)}>
            {account.email}
          </Button>
        ))}
        <form onSubmit={submit}>
          <TextInput
            type="email"
            required
            label="Another account"
            placeholder="you@gmail.com"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth mt="xs">
            Continue
          </Button>
        </form>
      </Stack>
    </Dialog>
  );
}
