import { plainCode } from '@karigar/bff/written-text';
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { OrderHistory } from '../orders/drawer/order-timeline.tsx';
import { Panel } from './panel.tsx';

/** Any order's events by its number: actor, time, payload and hash, also of an order that has been deleted. */
export function HistoryOfOrder() {
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState({ id: '', version: 0 });
  return (
    <Panel title="History of an order">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setWanted({ id: plainCode(typed), version: wanted.version + 1 });
        }}
      >
        <Group align="flex-end" mb="md">
          <TextInput
            flex="1 1 16rem"
            label="Order number"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
          />
          <Button type="submit">Show history</Button>
        </Group>
      </form>
      <div aria-live="polite">{wanted.id !== '' && <OrderHistory key={wanted.id} {...wanted} full />}</div>
    </Panel>
  );
}
