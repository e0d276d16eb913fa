import { longest, oneLine, plainCode } from '@karigar/bff/written-text';
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { mayShip } from '../model/order-questions.ts';
import { type AnyOrder, isParcel, orderWords } from '../model/order-words.ts';
import { CarrierSelect, rememberCarrier } from './carrier-select.tsx';
import { isUnderWay } from './shipping.ts';
import type { ShippingOf } from './use-shipping.ts';

/**
 * Names a carrier and a tracking number, both optional, and ships one order with them, or saves them for one that has left; nothing for an
 * order that can neither be shipped nor has left.
 */
export function ShipWithCarrier<O extends AnyOrder>({
  order,
  work,
}: {
  order: O;
  work: Pick<ShippingOf<O>, 'shippings' | 'ship'>;
}) {
  const hasLeft = order.status === 'Shipped' && (isParcel(order) || order.refund?.whole !== true);
  const [carrier, setCarrier] = useState(order.carrier ?? '');
  const [trackingNumber, setTrackingNumber] = useState(order.trackingNumber ?? '');
  if (!(hasLeft || mayShip(order)) || isUnderWay(work.shippings.get(order._id))) return null;
  const how = { carrier: oneLine(carrier), trackingNumber: plainCode(trackingNumber) };
  const isNew = how.carrier !== (order.carrier ?? '') || how.trackingNumber !== (order.trackingNumber ?? '');
  const action = hasLeft ? 'Save tracking' : 'Ship with this';
  return (
    <form
      aria-label={hasLeft ? 'Tracking' : 'Ship with a carrier'}
      onSubmit={(event) => {
        event.preventDefault();
        rememberCarrier(how.carrier);
        work.ship([{ order, ...how }]);
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
          disabled={!isNew || how.carrier + how.trackingNumber === ''}
          aria-label={`${action}: ${orderWords(order)}`}
        >
          {action}
        </Button>
      </Group>
    </form>
  );
}
