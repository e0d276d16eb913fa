import { plainCode } from '@karigar/bff/written-text';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { failureText, hasCode, NoAnswerError } from '../../../shared/api/failure.ts';
import { useReachability } from '../../../shared/api/reachability.ts';
import { isUnsent } from '../../../shared/outbox/entry.ts';
import { useOutbox } from '../../../shared/outbox/outbox.ts';
import { workWords } from '../../../shared/outbox/words.ts';
import { useConfig } from '../../../shared/saved/shop-config.ts';
import { Fault, Note } from '../../../shared/ui/blocks.tsx';

const normal = (email: string): string => plainCode(email).toLowerCase();

/** What an erasure does, in a few lines. */
function Consequences() {
  const years = useConfig()?.privacy.keepInvoicesYears ?? 0;
  return (
    <>
      <Text>
        <strong>This cannot be undone.</strong> When your account is erased:
      </Text>
      <ul>
        <li>Your unpaid orders are deleted.</li>
        <li>Your purchases stay in our accounts under the name “Erased customer”.</li>
        <li>Your reviews keep only their stars, under the name “A customer”.</li>
        <li>Your profile, your sign-in and everything saved on this device are removed.</li>
      </ul>
      <Text>You can’t erase your account while a paid order has not shipped yet.</Text>
      {years > 0 && (
        <Text mt="xs">
          The law requires us to keep the invoices of paid orders for{' '}
          {years === 1 ? '1 year' : `${years} years`}. If you have any, we’ll erase your account automatically
          after that time and tell you the date.
        </Text>
      )}
    </>
  );
}

/** The person's work that has not reached the shop, which is lost with the account. */
function Unsent() {
  const unsent = useOutbox().entries?.filter(isUnsent) ?? [];
  if (unsent.length === 0) return null;
  return (
    <Note tone="ask" role="alert" data-unsent>
      <strong>Not sent yet, and will be lost</strong>
      <ul>
        {unsent.map(({ id, work }) => (
          <li key={id}>{workWords(work)}</li>
        ))}
      </ul>
    </Note>
  );
}

/** Says what happens; the person goes on by typing their own address. `failure`: why the last try came to nothing, or null. */
export function EraseQuestion({
  email,
  working,
  failure,
  onErase,
  onClose,
}: {
  email: string;
  working: boolean;
  failure: Error | null;
  onErase: (confirm: string) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const { reachable } = useReachability();
  const field = useRef<HTMLInputElement>(null);
  // The button that was pressed has been disabled meanwhile, which takes the focus away.
  useEffect(() => {
    if (failure !== null) field.current?.focus();
  }, [failure]);
  const refusesEmail = hasCode(failure, 'CONFIRM_EMAIL');
  const faultWords = () => {
    if (failure === null || refusesEmail)
      return reachable ? '' : 'You need to be online to erase your account.';
    // Whether the shop has begun is unknown then; asking once more does no harm.
    return `${failureText(failure)}${failure instanceof NoAnswerError ? ' You can safely try again.' : ''}`;
  };
  const confirmed = normal(typed) === normal(email);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirmed && !working) onErase(plainCode(typed));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Consequences />
      <Unsent />
      <TextInput
        ref={field}
        mt="md"
        size="md"
        type="email"
        autoComplete="off"
        spellCheck={false}
        label="Type your email address to confirm"
        description={email}
        value={typed}
        error={refusesEmail && failure.message}
        readOnly={working}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Fault>{faultWords()}</Fault>
      <Group justify="flex-end">
        <Button variant="default" size="md" onClick={onClose} disabled={working}>
          Cancel
        </Button>
        <Button type="submit" color="red" size="md" disabled={!confirmed} loading={working}>
          Erase my account
        </Button>
      </Group>
    </form>
  );
}
