import { useState } from 'react';
import { isUnreached, unreachedWords } from '../../../shared/push/push-words.ts';
import { type PushState, startPush, stopPush } from '../../../shared/push/this-device.ts';
import { usePushState } from '../../../shared/push/use-push-state.ts';
import { LoadingButton } from '../../../shared/ui/loading-button.tsx';
import { stateWords } from './notification-words.ts';
import classes from './notifications.module.css';

/** Says whether this browser tells the person, and switches it. */
export function ThisDevice(props: { uid: string; publicKey: string; onChanged: () => void }) {
  const { uid, publicKey, onChanged } = props;
  const { state, look } = usePushState(uid);
  const [working, setWorking] = useState(false);
  const [fault, setFault] = useState('');
  const change = async (work: () => Promise<unknown>) => {
    setWorking(true);
    setFault('');
    try {
      await work();
      onChanged();
    } catch (error) {
      if (!isUnreached(error)) throw error;
      setFault(unreachedWords);
    } finally {
      setWorking(false);
      look();
    }
  };
  const canSwitch: Partial<Record<PushState, { label: string; work: () => Promise<unknown> }>> = {
    off: { label: 'Turn on for this device', work: () => startPush(uid, publicKey) },
    on: { label: 'Turn off for this device', work: stopPush },
  };
  const offer = canSwitch[state];
  return (
    <div className={classes.device}>
      <p role="status">{fault || stateWords[state]}</p>
      {offer && (
        <LoadingButton
          variant={state === 'on' ? 'default' : 'filled'}
          size="md"
          loading={working}
          onClick={() => void change(offer.work)}
        >
          {offer.label}
        </LoadingButton>
      )}
    </div>
  );
}
