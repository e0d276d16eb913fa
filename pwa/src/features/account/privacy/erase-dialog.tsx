import { Anchor, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { call } from '../../../shared/api/call.ts';
import { hasCode } from '../../../shared/api/failure.ts';
import { Dialog } from '../../../shared/dialog/dialog.tsx';
import { leaveErased } from '../../../shared/identity/erased-person.ts';
import { forgetIdentity } from '../../../shared/identity/identity.ts';
import { paths } from '../../../shared/paths.ts';
import { withQueries } from '../../../shared/queries/queries.tsx';
import { usePersonQuery } from '../../../shared/saved/person-data.ts';
import { useConfig } from '../../../shared/saved/shop-config.ts';
import { forgetPerson, isSignedIn, leavingTo, useSession } from '../../../shared/session/session-store.ts';
import { useBusy } from '../../../shared/ui/busy.ts';
import { formatMoney } from '../../../shared/ui/money.tsx';
import { dateTime } from '../../../shared/ui/time.ts';
import { EraseQuestion } from './erase-question.tsx';
import { rereadErasure } from './waiting-erasure.tsx';

/** Paid orders that are not shipped yet, by name where this device knows them, and what to do about them. */
function OpenOrders({ ids }: { ids: readonly string[] }) {
  const found = usePersonQuery(({ orders }) => Promise.all(ids.map((id) => orders.get(id))), [ids]);
  const contact = useConfig()?.contact.email;
  return (
    <>
      <ul>
        {ids.map((id, place) => {
          const order = found?.[place];
          return (
            <li key={id}>
              <Anchor component={Link} to={paths.order(id)} display="inline-block" py="sm">
                {order
                  ? `${order.toolsName} × ${order.quantity}, ${formatMoney(order.price)}`
                  : `Order ${id}`}
              </Anchor>
            </li>
          );
        })}
      </ul>
      <Text>
        Try again once they have shipped. You can check in My Orders.
        {contact && (
          <>
            {' '}
            If you no longer want them, write to <Anchor href={`mailto:${contact}`}>{contact}</Anchor>.
          </>
        )}
      </Text>
    </>
  );
}

interface Outcome {
  title: string;
  words: ReactNode;
  more?: ReactNode;
  buttons: ReactNode;
}

/** The form is gone, and with it the focus: it moves to the outcome. */
function OutcomePart({ words, more, buttons }: Outcome) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <Text ref={place} tabIndex={-1} style={{ outline: 'none' }} role="status">
        {words}
      </Text>
      {more}
      <Group justify="flex-end" mt="lg">
        {buttons}
      </Group>
    </>
  );
}

/** Ending open payments and the account at the identity service may take the shop as long as this (ms). */
const limit = 60_000;

interface EraseDialogProps {
  /** The address that opens the dialog again after a new sign-in. */
  backTo: string;
  onClose: () => void;
}

/** Erases the person's account after they have typed their email address; says what prevents it, and what to do about it. */
export const EraseDialog = withQueries(({ backTo, onClose }: EraseDialogProps) => {
  const { user } = useSession();
  const uid = user?.uid ?? '';
  const navigate = useNavigate();
  const goHome = () => navigate(paths.home, { replace: true });
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: (confirm: string) =>
      call('DELETE /me', { body: { confirm }, limit }).catch((failure: unknown) => {
        // An answer that was lost may have been "erased".
        if (hasCode(failure, 'PERSON_ERASED')) return { waitsUntil: null };
        throw failure;
      }),
    async onSuccess({ waitsUntil }) {
      if (waitsUntil !== null) return void rereadErasure(uid);
      const left = leaveErased(uid);
      // The session is over by now. The database goes when the other tabs have let go of it.
      goHome();
      await left;
    },
    onError() {
      // The live stream, or another tab, may tell of the erasure before the answer comes.
      if (!isSignedIn(uid)) goHome();
    },
  });
  useBusy(isPending);
  if (user === null) return null;

  /** Ends the session as one that is over, which keeps everything of the person on this device; after it they come back here. */
  const signInAgain = () => {
    const origin = { from: backTo };
    forgetIdentity();
    forgetPerson(leavingTo(paths.login, origin));
    // A public page has no guard that would lead there.
    navigate(paths.login, { replace: true, state: origin });
  };
  const outcome = (): Outcome | null => {
    const close = (
      <Button size="md" onClick={onClose}>
        Close
      </Button>
    );
    if (data?.waitsUntil)
      return {
        title: 'Your account will be erased',
        words: (
          <>
            The law requires us to keep your invoices. On <strong>{dateTime(data.waitsUntil)}</strong> we’ll
            erase your account automatically. You don’t need to do anything else. If you buy something before
            then, we must keep that invoice too.
          </>
        ),
        buttons: close,
      };
    if (hasCode(error, 'ORDERS_OPEN'))
      return {
        title: 'You have a paid order that has not shipped yet',
        words:
          'Your account was not erased. You have paid for these orders, and we need your address to ship them:',
        more: <OpenOrders ids={error.problem.orders as string[]} />,
        buttons: close,
      };
    // Another person may have found this device signed in, so an erasure needs a recent sign-in.
    if (hasCode(error, 'SIGN_IN_TOO_OLD'))
      return {
        title: 'Please sign in again',
        words: 'Nothing was erased yet. To confirm that it’s you, sign in again. Then you’ll come back here.',
        buttons: (
          <>
            <Button variant="default" size="md" onClick={onClose}>
              Cancel
            </Button>
            <Button size="md" onClick={signInAgain}>
              Sign in again
            </Button>
          </>
        ),
      };
    return null;
  };
  const shown = outcome();
  return (
    <Dialog
      opened
      onClose={isPending ? () => undefined : onClose}
      title={shown?.title ?? 'Erase your account'}
      size="lg"
    >
      {shown ? (
        <OutcomePart {...shown} />
      ) : (
        <EraseQuestion
          email={user.email}
          working={isPending}
          failure={error}
          onErase={mutate}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
});
