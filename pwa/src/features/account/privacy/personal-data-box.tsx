import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation } from 'react-router-dom';
import { download } from '../../../shared/api/download.ts';
import { failureText } from '../../../shared/api/failure.ts';
import { reachability } from '../../../shared/api/reachability.ts';
import { paths, type RememberedOrigin } from '../../../shared/paths.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { Card } from '../../../shared/ui/blocks.tsx';
import { lazyPart } from '../../../shared/ui/lazy.tsx';
import { LoadingButton } from '../../../shared/ui/loading-button.tsx';
import { saveFile } from '../../../shared/ui/save-file.ts';
import { WaitingErasure } from './waiting-erasure.tsx';

const fileName = 'karigar-my-data.json';

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Saves everything that the shop knows about the person as one file, and says how far it is. */
function DownloadButton() {
  const [running, setRunning] = useState(false);
  const [words, setWords] = useState('');
  const run = async () => {
    setRunning(true);
    setWords('Preparing your data …');
    try {
      const file = await download('/me/data', 'application/json', (bytes) =>
        setWords(`${size(bytes)} downloaded …`),
      );
      saveFile(file, fileName);
      setWords(`Saved as ${fileName}, ${size(file.size)}.`);
    } catch (error) {
      setWords(`${failureText(error)} Nothing was saved. Try again later.`);
    }
    setRunning(false);
  };
  return (
    <Stack gap="xs" align="start">
      <LoadingButton variant="default" size="md" loading={running} onClick={() => void run()}>
        Download my data
      </LoadingButton>
      {running && <Box component="progress" w="100%" aria-label="Downloading your data" />}
      <Text c="dimmed" role="status">
        {words}
      </Text>
    </Stack>
  );
}

const EraseDialog = lazyPart(() => import('./erase-dialog.tsx'), 'EraseDialog');

/** The part of an address that has the dialog opened when the page is. */
const eraseHash = '#erase';
const noShop = 'We can’t reach the shop right now. Your account has not changed. Try again later.';

function Choices() {
  const { hash } = useLocation();
  const [opened, setOpened] = useState(false);
  const [fault, setFault] = useState('');
  const button = useRef<HTMLButtonElement>(null);

  const open = useCallback(async () => {
    // Its code is not stored on the device: without the shop it could do nothing.
    const loaded =
      reachability().reachable &&
      (await EraseDialog.preload().then(
        () => true,
        () => false,
      ));
    setFault(loaded ? '' : noShop);
    setOpened(loaded);
  }, []);
  const close = () => {
    // The focus can leave the dialog once it is closed.
    flushSync(() => setOpened(false));
    button.current?.focus();
  };
  // After signing in again the dialog is open, but once only.
  useEffect(() => {
    if (hash !== eraseHash) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    void open();
  }, [hash, open]);

  return (
    <>
      <Text mt="xs" mb="md">
        Download everything we know about you, or erase your account.
      </Text>
      <WaitingErasure />
      <Group gap="md" align="start">
        <DownloadButton />
        <Stack gap="xs" align="start">
          <Button ref={button} variant="light" color="red" size="md" onClick={() => void open()}>
            Erase my account
          </Button>
          <Text c="dimmed" role="status">
            {fault}
          </Text>
        </Stack>
      </Group>
      {opened && <EraseDialog backTo={location.pathname + eraseHash} onClose={close} />}
    </>
  );
}

function SignInFirst() {
  const state: RememberedOrigin = { from: paths.privacy };
  return (
    <>
      <Text mt="xs" mb="md">
        Sign in to download everything we know about you, or to erase your account.
      </Text>
      <Button component={Link} to={paths.login} state={state} size="md">
        Sign in
      </Button>
    </>
  );
}

/** What people can do about their data: take it along, or have it erased; a visitor has to sign in first. */
export function PersonalDataBox({ children }: { children?: ReactNode }) {
  const { user } = useSession();
  return (
    <Card aria-labelledby="your-data">
      <Title order={2} id="your-data" size="h3">
        Your data
      </Title>
      {user === null ? <SignInFirst /> : <Choices key={user.uid} />}
      {children}
    </Card>
  );
}
