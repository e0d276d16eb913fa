import type { ShopConfig } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { call } from '../api/call.ts';
import { failureText, isFailure } from '../api/failure.ts';
import { paths, type RememberedOrigin } from '../paths.ts';
import { useSession } from '../session/session-store.ts';
import { LoadingButton } from '../ui/loading-button.tsx';
import classes from './tell-when-back.module.css';

const offer = 'Notify me when it’s back';

interface TellWhenBackProps {
  toolId: string;
  /** By which ways the shop tells people; undefined while unknown. */
  config: Pick<ShopConfig, 'mail' | 'push'> | undefined;
}

/**
 * Offers to tell once when a sold-out tool is back; a visitor signs in first, and comes back here. A shop without letters and pushes has
 * nothing to offer.
 */
export function TellWhenBack({ toolId, config }: TellWhenBackProps) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const hasNoLetters = config?.mail === false;
  if (hasNoLetters && config.push.publicKey === null) return null;
  const state: RememberedOrigin = { from: pathname };
  return (
    <div className={classes.box}>
      {user === null ? (
        <Button component={Link} to={paths.login} state={state} variant="light" size="md">
          {offer}
        </Button>
      ) : (
        <Choice key={`${user.uid} ${toolId}`} toolId={toolId} onDevicesAlone={hasNoLetters} />
      )}
    </div>
  );
}

function Choice({ toolId, onDevicesAlone }: { toolId: string; onDevicesAlone: boolean }) {
  const [waits, setWaits] = useState(false);
  const [words, setWords] = useState('');
  const [working, setWorking] = useState(false);
  const [unproven, setUnproven] = useState(false);
  useEffect(() => {
    let isLeft = false;
    call('GET /tools/:id/waiting', { params: { id: toolId } }).then(
      ({ waiting, addressProven }) => {
        if (isLeft) return;
        setWaits(waiting);
        setUnproven(!addressProven);
      },
      // Then the button asks anew, which changes nothing for a person who waits already.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [toolId]);
  const change = async () => {
    setWorking(true);
    setWords('');
    try {
      const name = waits ? 'DELETE /tools/:id/waiting' : 'POST /tools/:id/waiting';
      const { waiting, addressProven } = await call(name, { params: { id: toolId } });
      if (!waits && !waiting) setWords('It’s already back in stock. Reload the page to order.');
      setWaits(waiting);
      setUnproven(!addressProven);
    } catch (error) {
      if (!isFailure(error)) throw error;
      setWords(failureText(error));
    } finally {
      setWorking(false);
    }
  };
  const onDevices = 'We’ll notify you once, on the devices listed on your profile.';
  const promise = onDevicesAlone
    ? onDevices
    : unproven
      ? `${onDevices} To get an email too, verify your address on My Profile.`
      : 'We’ll notify you once, as soon as it’s back.';
  return (
    <>
      <LoadingButton
        variant={waits ? 'default' : 'light'}
        size="md"
        loading={working}
        onClick={() => void change()}
      >
        {waits ? 'Cancel notification' : offer}
      </LoadingButton>
      <p className={classes.words} role="status">
        {words || (waits ? promise : '')}
      </p>
    </>
  );
}
