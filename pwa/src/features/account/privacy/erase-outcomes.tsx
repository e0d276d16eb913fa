import { Anchor, Button, Group, List, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/paths.ts';
import { usePersonQuery } from '../../../shared/saved/person-data.ts';
import { useConfig } from '../../../shared/saved/shop-config.ts';
import { formatMoney } from '../../../shared/ui/money.tsx';
import { dateTime } from '../../../shared/ui/time.ts';
import classes from './personal-data.module.css';

/** The form is gone, and with it the focus of whoever was in it: they are led to what came of it. */
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
export function ErasureWaits({ until, onClose }: { until: string; onClose: () => void }) {
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
export function OrdersOpen({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const found = usePersonQuery(({ orders }) => Promise.all(ids.map((id) => orders.get(id))), [ids]);
  const contact = useConfig()?.contact.email;
  return (
    <Outcome words="Your account was not erased. You have paid for these orders, and we need your address to ship them:">
      <List my="md">
        {ids.map((id, place) => {
          const order = found?.[place];
          const name = order
            ? `${order.toolsName} × ${order.quantity}, ${formatMoney(order.price)}`
            : `Order ${id}`;
          return (
            <List.Item key={id}>
              <Anchor component={Link} to={paths.order(id)} className={classes.link ?? ''}>
                {name}
              </Anchor>
            </List.Item>
          );
        })}
      </List>
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

/** Somebody else may have found this device signed in: whoever erases an account has to have proven lately who they are. */
export function SignInTooOld({ onSignIn, onClose }: { onSignIn: () => void; onClose: () => void }) {
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
