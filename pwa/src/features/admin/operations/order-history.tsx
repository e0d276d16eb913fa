import type { OrderTimelineEntry } from '@karigar/bff/contracts';
import { plainCode } from '@karigar/bff/written-text';
import { Alert, Anchor, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { getOrderTimeline } from '../../../shared/api/calls.ts';
import { failureText } from '../../../shared/api/failure.ts';
import { paths } from '../../../shared/paths.ts';
import { LoadingButton } from '../../../shared/ui/loading-button.tsx';
import { OrderTimeline } from '../orders/order-timeline.tsx';
import { Panel } from './panel.tsx';

type Looked =
  | { state: 'none' }
  | { state: 'looking' }
  | { state: 'found'; id: string; entries: OrderTimelineEntry[] }
  | { state: 'failed'; text: string };

/** Any order's events by its number: actor, time, payload and hash, also of an order that has been deleted. */
export function OrderHistory() {
  const [id, setId] = useState('');
  const [looked, setLooked] = useState<Looked>({ state: 'none' });

  const look = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = plainCode(id);
    if (wanted === '') return;
    setLooked({ state: 'looking' });
    try {
      setLooked({ state: 'found', id: wanted, entries: await getOrderTimeline(wanted) });
    } catch (error) {
      setLooked({ state: 'failed', text: failureText(error) });
    }
  };

  return (
    <Panel title="History of an order">
      <form onSubmit={look}>
        <Group align="flex-end" mb="md">
          <TextInput
            flex="1 1 16rem"
            label="Order number"
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
          />
          <LoadingButton type="submit" loading={looked.state === 'looking'}>
            Show history
          </LoadingButton>
        </Group>
      </form>
      <div aria-live="polite">
        {looked.state === 'failed' && (
          <Alert color="red" title="No history">
            {looked.text}
          </Alert>
        )}
        {looked.state === 'found' && (
          <>
            <Text mb="md">
              {looked.entries.length} event(s) of order{' '}
              <Anchor component={Link} to={paths.managedOrder(looked.id)}>
                {looked.id}
              </Anchor>
            </Text>
            <OrderTimeline entries={looked.entries} full />
          </>
        )}
      </div>
    </Panel>
  );
}
