import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../../shared/dialog/dialog.tsx';
import type { CardFieldsProps } from './card-gateway.ts';
import { CardInputs } from './card-inputs.tsx';
import classes from './simulator-card.module.css';
import { incompleteField, simulatorGateway, type TypedCard } from './simulator-gateway.ts';

/** The simulator's cards, as Stripe numbers them, and what each does. */
const testCards: Readonly<Record<string, string>> = {
  '4242 4242 4242 4242': 'succeeds',
  '4000 0025 0000 3155': 'asks you to confirm',
  '4000 0000 0000 0002': 'is declined',
  '4000 0000 0000 9995': 'has insufficient funds',
  '4000 0000 0000 0069': 'has expired',
  '4000 0000 0000 0127': 'has a wrong security code',
  '4000 0000 0000 8005': 'answers slowly',
  '4000 0000 0000 5126': 'succeeds; a refund fails later',
  '4000 0000 0000 0259': 'succeeds; is disputed',
};

/** The plain card form of the test mode. Cards typed here never leave the shop's own simulator. */
export default function SimulatorCard(props: CardFieldsProps) {
  const { payments, disabled, fault, onEdit, onGateway, onComplete } = props;
  const [card, setCard] = useState<TypedCard>({ number: '', expiry: '', cvc: '' });
  const [missing, setMissing] = useState<keyof TypedCard | null>(null);
  const [question, setQuestion] = useState<((answer: 'accept' | 'refuse') => void) | null>(null);
  const latest = useRef(card);
  latest.current = card;

  const { simulatorUrl, publishableKey } = payments;
  useEffect(() => {
    onGateway(
      simulatorGateway({
        baseUrl: simulatorUrl ?? '/simulator',
        publishableKey,
        readCard: () => {
          setMissing(incompleteField(latest.current));
          return latest.current;
        },
        askPerson: () => new Promise((resolve) => setQuestion(() => resolve)),
      }),
    );
    return () => onGateway(null);
  }, [simulatorUrl, publishableKey, onGateway]);

  const change = (next: TypedCard) => {
    setCard(next);
    setMissing(null);
    onEdit();
  };
  const answer = (given: 'accept' | 'refuse') => {
    question?.(given);
    setQuestion(null);
  };
  return (
    <Stack>
      <p className={classes.mode}>
        <strong>Test mode.</strong> Don’t use a real card. No money is charged.
      </p>
      <CardInputs
        card={card}
        missing={missing}
        disabled={disabled}
        onChange={change}
        onComplete={onComplete}
      />
      {fault}
      <details className={classes.cards}>
        <summary>Test cards</summary>
        <ul>
          {Object.entries(testCards).map(([number, what]) => (
            <li key={number}>
              <Button
                variant="default"
                size="compact-md"
                disabled={disabled}
                onClick={() => change({ number, expiry: '12 / 34', cvc: '123' })}
              >
                {number}
              </Button>
              <span>{what}</span>
            </li>
          ))}
        </ul>
      </details>
      <Dialog
        opened={question !== null}
        onClose={() => answer('refuse')}
        title="Your bank (test mode)"
        closeOnClickOutside={false}
      >
        <Text mb="md">Do you confirm this payment?</Text>
        <Group gap="sm">
          <Button data-autofocus onClick={() => answer('accept')}>
            Complete
          </Button>
          <Button variant="default" onClick={() => answer('refuse')}>
            Fail
          </Button>
        </Group>
      </Dialog>
    </Stack>
  );
}
