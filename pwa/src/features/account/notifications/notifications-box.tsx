import '@mantine/core/styles/Switch.layer.css';
import type { NoticeKind, Notifications } from '@karigar/bff/contracts';
import { Button, Switch, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../shared/api/call.ts';
import { removeDevice } from '../../../shared/api/calls.ts';
import { failureText } from '../../../shared/api/failure.ts';
import { blockedWords, isUnreached, unreachedWords } from '../../../shared/push/push-words.ts';
import { type PushState, startPush, stopPush, thisDeviceId } from '../../../shared/push/this-device.ts';
import { usePushState } from '../../../shared/push/use-push-state.ts';
import { withQueries } from '../../../shared/queries/queries.tsx';
import { useConfig } from '../../../shared/saved/shop-config.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { Card, Fault } from '../../../shared/ui/blocks.tsx';
import { LoadingButton } from '../../../shared/ui/loading-button.tsx';
import { dateOf } from '../../../shared/ui/time.ts';
import classes from './notifications.module.css';

/** A change that the shop answers with the new settings, and how to show the old ones again. */
interface Change {
  work: () => Promise<Notifications>;
  undo?: () => void;
}

/** Reads and changes which notifications a person (uid) gets. A switch answers at once, and goes back when the shop was not reached. */
function useNotifications(uid: string) {
  const client = useQueryClient();
  const queryKey = ['notifications', uid];
  const query = useQuery({ queryKey, queryFn: () => call('GET /me/notifications') });
  const show = (kind: NoticeKind, on: boolean) =>
    client.setQueryData<Notifications>(
      queryKey,
      (now) => now && { ...now, kinds: now.kinds.map((one) => (one.kind === kind ? { kind, on } : one)) },
    );
  const change = useMutation({
    mutationKey: queryKey,
    mutationFn: ({ work }: Change) => work(),
    onError: (_, { undo }) => undo?.(),
    onSuccess: (settings) => {
      // Of several changes the last one tells how it stands.
      if (client.isMutating({ mutationKey: queryKey }) === 1) client.setQueryData(queryKey, settings);
    },
  });
  const error = change.error ?? query.error;
  return {
    /** Undefined while unknown. */
    settings: query.data,
    /** What went wrong, for a person; empty while nothing did. */
    fault: error === null ? '' : failureText(error),
    reload: () => void query.refetch(),
    choose(kind: NoticeKind, on: boolean): void {
      show(kind, on);
      change.mutate({
        work: () => call('PUT /me/notifications', { body: { kinds: [{ kind, on }] } }),
        undo: () => show(kind, !on),
      });
    },
    /** Settles when the shop has answered, either way. */
    remove: (deviceId: string): Promise<unknown> =>
      change
        .mutateAsync({
          work: async () => {
            await removeDevice(deviceId);
            return call('GET /me/notifications');
          },
        })
        .catch(() => undefined),
  };
}

/** What each switch is about. */
const kindWords: Record<NoticeKind, string> = {
  placed: 'We got an order',
  unpaid: 'An order is waiting for payment',
  paid: 'An order has been paid',
  shipped: 'An order has shipped',
  tracked: 'Tracking is available',
  corrected: 'A delivery address was changed',
  refunded: 'A refund is on its way',
  'cancel-asked': 'We got a request to cancel',
  'not-cancelled': 'A cancellation was declined',
  'payment-not-found': 'A payment was not found',
  review: 'Ask me for a review when a parcel has arrived, also by email',
  'to-ship': 'A new order is ready to ship',
  'back-in-stock': 'A tool you asked about is back in stock',
  discontinued: 'A tool you asked about is no longer sold',
};

/** What prevents notifications in this browser, and what to do about it. */
const stateWords: Record<PushState, string> = {
  on: 'You get order updates on this device, even when the shop is closed.',
  off: 'Get order updates on this device, even when the shop is closed.',
  blocked: blockedWords,
  'install-first':
    'On iPhone and iPad, notifications need the installed app: tap Share, then Add to Home Screen, and open the shop from there.',
  unsupported: 'This browser can’t show notifications. Try another device.',
};

/** The switch for letters that ask for a review; and those per kind, for all devices of the person, with these devices. */
function NotificationSettings({
  hasPush,
  settings,
  fault,
  choose,
  remove,
}: ReturnType<typeof useNotifications> & { hasPush: boolean }) {
  const list = useRef<HTMLHeadingElement>(null);
  const removeOne = async (id: string) => {
    await remove(id);
    list.current?.focus();
  };
  const asks = settings?.kinds.find(({ kind }) => kind === 'review');
  return (
    <>
      {fault !== '' && <Fault>{fault}</Fault>}
      {asks && (
        <Switch
          size="md"
          label={kindWords.review}
          checked={asks.on}
          onChange={({ currentTarget }) => choose('review', currentTarget.checked)}
          className={classes.kind ?? ''}
        />
      )}
      {settings && hasPush && (
        <>
          <fieldset className={classes.kinds} disabled={settings.devices.length === 0}>
            <legend>Notify me when</legend>
            {settings.kinds.map(
              ({ kind, on }) =>
                kind !== 'review' && (
                  <Switch
                    key={kind}
                    size="md"
                    label={kindWords[kind]}
                    checked={on && settings.devices.length > 0}
                    onChange={({ currentTarget }) => choose(kind, currentTarget.checked)}
                    className={classes.kind ?? ''}
                  />
                ),
            )}
          </fieldset>
          <h3 ref={list} tabIndex={-1} className={classes.title}>
            Your devices
          </h3>
          {settings.devices.length === 0 && <p>Notifications are off on all devices.</p>}
          <ul className={classes.devices}>
            {settings.devices.map(({ _id, name, addedAt }) => (
              <li key={_id}>
                <span>
                  {name}
                  <small>{_id === thisDeviceId() ? 'This device' : `Last seen ${dateOf(addedAt)}`}</small>
                </span>
                {_id !== thisDeviceId() && (
                  <Button variant="default" aria-label={`Remove ${name}`} onClick={() => void removeOne(_id)}>
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Says whether this browser tells the person, and switches it. */
function ThisDevice(props: { uid: string; publicKey: string; onChanged: () => void }) {
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

/** Notifications of a person: whether they come to this device, which ones, and the other devices. */
export function NotificationsBox() {
  const { user } = useSession();
  const config = useConfig();
  const publicKey = config?.push.publicKey;
  if (user === null) return null;
  return (
    <Card className={classes.box} aria-labelledby="notifications">
      <Title order={2} id="notifications" size="h3">
        Notifications
      </Title>
      {config?.mail === true && <p>We email you about your orders.</p>}
      {config?.mail === false && <p>This shop does not send emails.</p>}
      {publicKey === null && <p>This shop does not send notifications to devices.</p>}
      {(publicKey || config?.mail === true) && <Choices uid={user.uid} publicKey={publicKey ?? null} />}
    </Card>
  );
}

const Choices = withQueries(({ uid, publicKey }: { uid: string; publicKey: string | null }) => {
  const notifications = useNotifications(uid);
  return (
    <>
      {publicKey && <ThisDevice uid={uid} publicKey={publicKey} onChanged={notifications.reload} />}
      <NotificationSettings {...notifications} hasPush={publicKey !== null} />
    </>
  );
});
