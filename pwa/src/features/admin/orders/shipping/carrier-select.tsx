import { longest } from '@karigar/bff/written-text';
import { NativeSelect, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useConfig } from '../../../../shared/saved/shop-config.ts';
import { deviceStorage } from '../../../../shared/web-storage.ts';

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
