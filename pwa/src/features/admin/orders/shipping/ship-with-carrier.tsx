import type { Order } from '@karigar/bff/contracts';
import { longest, oneLine, plainCode } from '@karigar/bff/written-text';
import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CopyText } from '../../copy-text.tsx';
import { mayShip } from '../order-questions.ts';
import type { OrderWork } from '../use-order-work.tsx';
import { CarrierSelect } from './carrier-select.tsx';
import { rememberCarrier } from './last-carrier.ts';
import { isUnderWay } from './shipping.ts';
import { orderWords } from './shipping-words.ts';

/**
 * Names a carrier and a tracking number, both optional, and ships one order with them, or saves them for one that has left; nothing for an
 * order that can neither be shipped nor has left.
 */
export function ShipWithCarrier({ order, work }: { order: Order; work: OrderWork }) {
  const hasLeft = order.status === 'Shipped' && order.refund?.whole !== true;
  const [carrier, setCarrier] = useState(order.carrier ?? '');
  const [trackingNumber, setTrackingNumber] = useState(order.trackingNumber ?? '');
  if (!(hasLeft || mayShip(order)) || isUnderWay(work.shippings.get(order._id))) return null;
  const isNew =
    oneLine(carrier) !== (order.carrier ?? '') || plainCode(trackingNumber) !== (order.trackingNumber ?? '');
  const isNamed = isNew && (oneLine(carrier) !== '' || plainCode(trackingNumber) !== '');
  const action = hasLeft ? 'Save tracking' : 'Ship with this';
  return (
    <form
      aria-label={hasLeft ? 'Tracking' : 'Ship with a carrier'}
      onSubmit={(event) => {
        event.preventDefault();
        rememberCarrier(carrier);
        work.ship([{ order, carrier: oneLine(carrier), trackingNumber: plainCode(trackingNumber) }]);
      }}
    >
      <Group align="flex-end" grow preventGrowOverflow={false}>
        <CarrierSelect value={carrier} onChange={setCarrier} />
        <TextInput
          label="Tracking number"
          maxLength={longest.trackingNumber}
          value={trackingNumber}
          onChange={(event) => setTrackingNumber(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          disabled={!isNamed}
          aria-label={`${action}: ${orderWords(order)}`}
        >
          {action}
        </Button>
      </Group>
    </form>
  );
}

/** Who carries a parcel that has left, and under which number; nothing where nobody said so. */
export function CarriedBy({ order }: { order: Order }) {
  if (!order.carrier && !order.trackingNumber) return null;
  return (
    <>
      <dt>Carrier</dt>
      <dd>
        <bdi>{order.carrier}</bdi>{' '}
        {order.trackingNumber && <CopyText value={order.trackingNumber} label="tracking number" />}{' '}
        {order.trackingUrl && (
          <Anchor href={order.trackingUrl} target="_blank" rel="noreferrer">
            Track parcel
          </Anchor>
        )}
      </dd>
    </>
  );
}
