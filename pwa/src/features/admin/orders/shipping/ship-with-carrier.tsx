import { longest, oneLine, plainCode } from '@karigar/bff/written-text';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { useConfig } from '../../../../shared/saved/shop-config.ts';
import { deviceStorage } from '../../../../shared/web-storage.ts';
import { mayShip, orderWords, type ShownOrder } from '../model/order.ts';
import { isUnderWay } from './shipping.ts';
import type { ShippingWork } from './use-shipping.ts';

const key = 'karigar.carrier';

/** The carrier that this device shipped with last; '' for none. */
export const lastCarrier = (): string => deviceStorage.read(key) ?? '';

/** Remembers the carrier of a shipment. */
export function rememberCarrier(carrier: string): void {
  if (carrier !== '') deviceStorage.write(key, carrier);
}

/**
 * Who carries a parcel: one of the shop's carriers, the last used first; where the shop names none it is typed. A value that the shop no
 * longer lists can be chosen too, because the form would send it while it shows another.
 */
export function CarrierSelect({ value, onChange }: { value: string; onChange: (carrier: string) => void }) {
  const carriers = useConfig()?.shipping.carriers ?? [];
  const field = {
    label: 'Carrier',
    value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => onChange(event.target.value),
  };
  if (carriers.length === 0) return <TextInput maxLength={longest.carrier} {...field} />;
  const used = carriers.filter((carrier) => carrier === lastCarrier());
  const unlisted = value === '' || carriers.includes(value) ? [] : [value];
  return (
    <NativeSelect
      data={[{ value: '', label: 'No carrier' }, ...new Set([...unlisted, ...used, ...carriers])]}
      {...field}
    />
  );
}

/**
 * Names a carrier and a tracking number, both optional, and ships one order with them, or saves them for one that has left; nothing for an
 * order that can neither be shipped nor has left.
 */
export function ShipWithCarrier({ order, work }: { order: ShownOrder; work: ShippingWork }) {
  const hasLeft = order.status === 'Shipped' && order.refund?.whole !== true;
  const before = { carrier: order.carrier ?? '', trackingNumber: order.trackingNumber ?? '' };
  const [typed, setTyped] = useState(before);
  if (!(hasLeft || mayShip(order)) || isUnderWay(work.shippings.get(order._id))) return null;
  const how = { carrier: oneLine(typed.carrier), trackingNumber: plainCode(typed.trackingNumber) };
  const isNew = how.carrier !== before.carrier || how.trackingNumber !== before.trackingNumber;
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
        <CarrierSelect value={typed.carrier} onChange={(carrier) => setTyped({ ...typed, carrier })} />
        <TextInput
          label="Tracking number"
          maxLength={longest.trackingNumber}
          value={typed.trackingNumber}
          onChange={(event) => setTyped({ ...typed, trackingNumber: event.currentTarget.value })}
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
