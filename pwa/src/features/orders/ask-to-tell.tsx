import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { type PushState, startPush } from '../../shared/push/this-device.ts';
import { blockedWords, isUnreached, unreachedWords, usePushState } from '../../shared/push/use-push-state.ts';
import { Card } from '../../shared/ui/blocks.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { deviceStorage } from '../../shared/web-storage.ts';

const declinedKey = 'karigar.pushDeclined';

/** What came of the question; a question that was only put away can be asked again. */
const words: Partial<Record<PushState | 'failed', string>> = {
  on: 'Notifications are on for this device. You can change this on your profile.',
  blocked: blockedWords,
  failed: unreachedWords,
};

/**
 * Offers to tell the person on this device what happens to their order: in our own words first; the browser asks only after a tap. A person who says no is
 * not asked again here.
 */
export function AskToTell({ uid, publicKey, paid }: { uid: string; publicKey: string; paid: boolean }) {
  const { state, look } = usePushState(uid);
  const [declined, setDeclined] = useState(() => deviceStorage.read(declinedKey) === '1');
  const [outcome, setOutcome] = useState<keyof typeof words>('off');
  const [asking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    try {
      setOutcome(await startPush(uid, publicKey));
    } catch (error) {
      if (!isUnreached(error)) throw error;
      setOutcome('failed');
    } finally {
      setAsking(false);
      look();
    }
  };
  const decline = () => {
    deviceStorage.write(declinedKey, '1');
    setDeclined(true);
  };
  const said = words[outcome];
  if (declined || (said === undefined && state !== 'off')) return null;
  return (
    <Card aria-label="Notifications" className="no-print">
      <Group>
        <Text role="status" flex="1 1 18rem" maw="65ch">
          {said ?? 'Get updates about this order on this device, even when the shop is closed.'}
        </Text>
        {outcome === 'on' ? (
          <Button component={Link} to={paths.dashboard} variant="subtle" size="md">
            Open profile
          </Button>
        ) : (
          <>
            {outcome !== 'blocked' && (
              <LoadingButton variant="light" size="md" loading={asking} onClick={() => void ask()}>
                {paid ? 'Notify me when it ships' : 'Notify me about this order'}
              </LoadingButton>
            )}
            <Button variant="subtle" size="md" onClick={decline}>
              {said === undefined ? 'Not now' : 'Close'}
            </Button>
          </>
        )}
      </Group>
    </Card>
  );
}
