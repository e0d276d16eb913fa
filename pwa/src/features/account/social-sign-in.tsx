import { Button, Divider, Stack } from '@mantine/core';
import { IconBrandGoogle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { prepareSignIn, signInWithGoogle } from '../../shared/identity/sign-in.ts';
import { messages } from '../../shared/messages.ts';
import classes from './account-card.module.css';

interface SocialSignInProps {
  busy: boolean;
  run: (work: () => Promise<unknown>) => Promise<unknown>;
}

/** The divider and the way in by Google. A person who closes Google's window has changed their mind: no error. */
export function SocialSignIn({ busy, run }: SocialSignInProps) {
  useEffect(() => {
    void prepareSignIn();
  }, []);
  return (
    <Stack mt="sm" className={classes.social ?? ''}>
      <Divider label={messages.auth.or} />
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
  );
}
