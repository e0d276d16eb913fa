import '@mantine/core/styles/Switch.layer.css';
import type { NoticeKind, Notifications } from '@karigar/bff/contracts';
import { Box, Button, Group, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../shared/api/call.ts';
import { removeDevice } from '../../../shared/api/calls.ts';
import { failureText } from '../../../shared/api/failure.ts';
import { type PushState, startPush, stopPush, thisDeviceId } from '../../../shared/push/this-device.ts';
import { blockedWords, unreachedWords, usePushState } from '../../../shared/push/use-push-state.ts';
import { withQueries } from '../../../shared/queries/queries.tsx';
import { useConfig } from '../../../shared/saved/shop-config.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { Card, Fault } from '../../../shared/ui/blocks.tsx';
import { LoadingButton } from '../../../shared/ui/loading-button.tsx';
import { dateOf } from '../../../shared/ui/time.ts';
import classes from './notifications.module.css';

type Kind = Notifications['kinds'][number];

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

/** Says whether this browser tells the person, and switches it. */
function ThisDevice(props: { uid: string; publicKey: string; onChanged: () => void }) {
  const { uid, publicKey, onChanged } = props;
  const { state, look } = usePushState(uid);
  const change = useMutation<unknown>({
    mutationFn: () => (state === 'on' ? stopPush() : startPush(uid, publicKey)),
    onSuccess: onChanged,
    onSettled: look,
  });
  return (
    <Box mb="md">
      <Text mb="md" maw="65ch" role="status">
        {change.isError ? unreachedWords : stateWords[state]}
      </Text>
      {(state === 'on' || state === 'off') && (
        <LoadingButton
          variant={state === 'on' ? 'default' : 'filled'}
          size="md"
          loading={change.isPending}
          onClick={() => change.mutate()}
        >
          {state === 'on' ? 'Turn off for this device' : 'Turn on for this device'}
        </LoadingButton>
      )}
    </Box>
  );
}

/** What the person may switch: which notifications come, to which devices; and whether they are asked for reviews. */
const Choices = withQueries(({ uid, publicKey }: { uid: string; publicKey: string | null }) => {
  const client = useQueryClient();
  const queryKey = ['notifications', uid];
  const settings = useQuery({ queryKey, queryFn: () => call('GET /me/notifications') });
  const reload = () => settings.refetch();
  const show = ({ kind, on }: Kind) =>
    client.setQueryData<Notifications>(
      queryKey,
      (now) => now && { ...now, kinds: now.kinds.map((one) => (one.kind === kind ? { kind, on } : one)) },
    );
  // A switch answers at once, and goes back when the shop was not reached.
  const choose = useMutation({
    mutationKey: queryKey,
    mutationFn: (chosen: Kind) => call('PUT /me/notifications', { body: { kinds: [chosen] } }),
    onMutate: show,
    onError: (_, { kind, on }) => show({ kind, on: !on }),
    onSuccess(now) {
      // Of several changes the last one tells how it stands.
      if (client.isMutating({ mutationKey: queryKey }) === 1) client.setQueryData(queryKey, now);
    },
  });
  const list = useRef<HTMLHeadingElement>(null);
  const remove = useMutation({
    mutationFn: (id: string) => removeDevice(id),
    onSuccess: reload,
    onSettled: () => list.current?.focus(),
  });
  const fault = choose.error ?? remove.error ?? settings.error;
  const { kinds = [], devices = [] } = settings.data ?? {};
  const choice = ({ kind, on }: Kind) => (
    <Switch
      key={kind}
      size="md"
      py="0.625rem"
      label={kindWords[kind]}
      checked={on && (kind === 'review' || devices.length > 0)}
      onChange={({ currentTarget }) => choose.mutate({ kind, on: currentTarget.checked })}
    />
  );
  return (
    <>
      {publicKey && <ThisDevice uid={uid} publicKey={publicKey} onChanged={() => void reload()} />}
      {fault && <Fault>{failureText(fault)}</Fault>}
      {kinds.filter(({ kind }) => kind === 'review').map(choice)}
      {settings.data && publicKey && (
        <>
          <fieldset className={classes.kinds} disabled={devices.length === 0}>
            <legend>Notify me when</legend>
            {kinds.filter(({ kind }) => kind !== 'review').map(choice)}
          </fieldset>
          <Text component="h3" ref={list} fw={600} mt="md" tabIndex={-1} style={{ outline: 'none' }}>
            Your devices
          </Text>
          {devices.length === 0 && <Text>Notifications are off on all devices.</Text>}
          <ul className={classes.devices}>
            {devices.map(({ _id, name, addedAt }) => (
              <Group key={_id} component="li" justify="space-between" wrap="nowrap" mih="3.25rem" py={4}>
                <div>
                  {name}
                  <Text size="sm" c="dimmed">
                    {_id === thisDeviceId() ? 'This device' : `Last seen ${dateOf(addedAt)}`}
                  </Text>
                </div>
                {_id !== thisDeviceId() && (
                  <Button
                    variant="default"
                    size="md"
                    aria-label={`Remove ${name}`}
                    onClick={() => remove.mutate(_id)}
                  >
                    Remove
                  </Button>
                )}
              </Group>
            ))}
          </ul>
        </>
      )}
    </>
  );
});

/** Notifications of a person: whether they come to this device, which ones, and the other devices. */
export function NotificationsBox() {
  const { user } = useSession();
  const config = useConfig();
  const publicKey = config?.push.publicKey;
  if (user === null) return null;
  return (
    <Card aria-labelledby="notifications">
      <Title order={2} id="notifications" size="h3">
        Notifications
      </Title>
      <Text my="xs">
        {config?.mail === true && 'We email you about your orders.'}
        {config?.mail === false && 'This shop does not send emails.'}
      </Text>
      {publicKey === null && <Text my="xs">This shop does not send notifications to devices.</Text>}
      {(publicKey || config?.mail === true) && <Choices uid={user.uid} publicKey={publicKey ?? null} />}
    </Card>
  );
}
