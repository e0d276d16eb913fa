import type { EraseAnswer } from '@karigar/bff/contracts';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { call } from '../../../shared/api/call.ts';
import { failureText, hasCode, NoAnswerError } from '../../../shared/api/failure.ts';
import { Dialog } from '../../../shared/dialog/dialog.tsx';
import { leaveErased } from '../../../shared/identity/erased-person.ts';
import { paths } from '../../../shared/paths.ts';
import { usePersonQuery } from '../../../shared/saved/person-data.ts';
import { useConfig } from '../../../shared/saved/shop-config.ts';
import { isSignedIn, useSession } from '../../../shared/session/session-store.ts';
import { useBusy } from '../../../shared/ui/busy.ts';
import { formatMoney } from '../../../shared/ui/money.tsx';
import { dateTime } from '../../../shared/ui/time.ts';
import { EraseQuestion } from './erase-question.tsx';
import classes from './personal-data.module.css';
import { signInAgain } from './sign-in-again.ts';
import { rereadErasure } from './waiting-erasure.tsx';

/** The form is gone, and with it the focus: it moves to the outcome. */
function Outcome({ words, children }: { words: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <Text ref={place} tabIndex={-1} className={classes.outcome ?? ''} role="status">
        {words}
      </Text>
      {children}
    </>
  );
}

function Close({ onClose }: { onClose: () => void }) {
  return (
    <Group justify="flex-end" mt="lg">
      <Button size="md" onClick={onClose}>
        Close
      </Button>
    </Group>
  );
}

/** Invoices have to be kept first: until when, and that nothing more is needed. */
function ErasureWaits({ until, onClose }: { until: string; onClose: () => void }) {
  return (
    <Outcome
      words={
        <>
          The law requires us to keep your invoices. On <strong>{dateTime(until)}</strong> we’ll erase your
          account automatically. You don’t need to do anything else. If you buy something before then, we must
          keep that invoice too.
        </>
      }
    >
      <Close onClose={onClose} />
    </Outcome>
  );
}

/** Paid orders that are not shipped yet stop an erasure: which, and what to do. */
function OrdersOpen({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const found = usePersonQuery(({ orders }) => Promise.all(ids.map((id) => orders.get(id))), [ids]);
  const contact = useConfig()?.contact.email;
  return (
    <Outcome words="Your account was not erased. You have paid for these orders, and we need your address to ship them:">
      <ul>
        {ids.map((id, place) => {
          const order = found?.[place];
          const name = order
            ? `${order.toolsName} × ${order.quantity}, ${formatMoney(order.price)}`
            : `Order ${id}`;
          return (
            <li key={id}>
              <Anchor component={Link} to={paths.order(id)} className={classes.link ?? ''}>
                {name}
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
      <Close onClose={onClose} />
    </Outcome>
  );
}

/** Another person may have found this device signed in, so an erasure needs a recent sign-in. */
function SignInTooOld({ onSignIn, onClose }: { onSignIn: () => void; onClose: () => void }) {
  return (
    <Outcome words="Nothing was erased yet. To confirm that it’s you, sign in again. Then you’ll come back here.">
      <Group justify="flex-end" mt="lg">
        <Button variant="default" size="md" onClick={onClose}>
          Cancel
        </Button>
        <Button size="md" onClick={onSignIn}>
          Sign in again
        </Button>
      </Group>
    </Outcome>
  );
}

/** Ending open payments and the account at the identity service may take the shop as long as this (ms). */
const limit = 60_000;

/** How the shop answers somebody who wants to be erased. `until` is ISO; `orders` are the ids of paid orders not shipped yet. */
type EraseOutcome =
  | { kind: 'erased' }
  | { kind: 'waits'; until: string }
  | { kind: 'sign-in-too-old' }
  | { kind: 'orders-open'; orders: readonly string[] }
  | { kind: 'wrong-email'; words: string };

const asOutcome = ({ erased, waitsUntil }: EraseAnswer): EraseOutcome =>
  erased || waitsUntil === null ? { kind: 'erased' } : { kind: 'waits', until: waitsUntil };

/**
 * Asks the shop to erase the signed-in person; `confirm` is their email address, typed once more. Repeating it does no harm. Throws
 * ApiProblem or NoAnswerError when the answer decides nothing.
 */
export async function eraseMe(confirm: string): Promise<EraseOutcome> {
  try {
    return asOutcome(await call('DELETE /me', { body: { confirm }, limit }));
  } catch (error) {
    // An answer that was lost may have been "erased".
    if (hasCode(error, 'PERSON_ERASED')) return { kind: 'erased' };
    if (hasCode(error, 'SIGN_IN_TOO_OLD')) return { kind: 'sign-in-too-old' };
    if (hasCode(error, 'CONFIRM_EMAIL')) return { kind: 'wrong-email', words: error.message };
    if (hasCode(error, 'ORDERS_OPEN')) {
      const { orders } = error.problem;
      return { kind: 'orders-open', orders: Array.isArray(orders) ? orders.map(String) : [] };
    }
    throw error;
  }
}

const titles: Record<EraseOutcome['kind'], string> = {
  erased: 'Erase your account',
  'wrong-email': 'Erase your account',
  waits: 'Your account will be erased',
  'sign-in-too-old': 'Please sign in again',
  'orders-open': 'You have a paid order that has not shipped yet',
};

/** Whether the shop has begun is unknown then; asking once more does no harm. */
const faultWords = (error: unknown): string =>
  error instanceof NoAnswerError ? `${error.message} You can safely try again.` : failureText(error);

/** Erases the person's account after they have typed their email address; says what prevents it, and what to do about it. */
export function EraseDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<EraseOutcome | null>(null);
  const [fault, setFault] = useState('');
  const [working, setWorking] = useState(false);
  useBusy('form', working);
  if (user === null) return null;

  const erase = async (confirm: string) => {
    setWorking(true);
    setFault('');
    setOutcome(null);
    try {
      const answer = await eraseMe(confirm);
      setOutcome(answer);
      if (answer.kind === 'waits') void rereadErasure(user.uid);
      if (answer.kind === 'erased') {
        const left = leaveErased(user.uid);
        // The session is over by now. The database goes when the other tabs have let go of it.
        navigate(paths.home, { replace: true });
        await left;
      }
    } catch (error) {
      // The live stream, or another tab, may tell of the erasure before the answer comes.
      if (!isSignedIn(user.uid)) navigate(paths.home, { replace: true });
      setFault(faultWords(error));
    }
    setWorking(false);
  };

  const body = () => {
    switch (outcome?.kind) {
      case 'waits':
        return <ErasureWaits until={outcome.until} onClose={onClose} />;
      case 'orders-open':
        return <OrdersOpen ids={outcome.orders} onClose={onClose} />;
      case 'sign-in-too-old':
        return <SignInTooOld onSignIn={() => signInAgain(navigate)} onClose={onClose} />;
      default:
        return (
          <EraseQuestion
            email={user.email}
            working={working}
            fault={fault}
            emailFault={outcome?.kind === 'wrong-email' ? outcome.words : ''}
            onErase={(confirm) => void erase(confirm)}
            onClose={onClose}
          />
        );
    }
  };
  return (
    <Dialog
      opened
      onClose={working ? () => undefined : onClose}
      title={titles[outcome?.kind ?? 'erased']}
      size="lg"
    >
      {body()}
    </Dialog>
  );
}
