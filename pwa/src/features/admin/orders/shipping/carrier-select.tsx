import { longest } from '@karigar/bff/written-text';
import { NativeSelect, TextInput } from '@mantine/core';
import { useConfig } from '../../../../shared/saved/shop-config.ts';
import { carriersInOrder } from './last-carrier.ts';

/**
 * Who carries a parcel: one of the shop's carriers, the last used first; where the shop names none it is typed. A value that the shop no
 * longer lists can be chosen too, because the form would send it while it shows another.
 */
export function CarrierSelect({ value, onChange }: { value: string; onChange: (carrier: string) => void }) {
  const carriers = carriersInOrder(useConfig()?.shipping?.carriers ?? []);
  if (carriers.length === 0) {
    return (
      <TextInput
        label="Carrier"
        maxLength={longest.carrier}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const choices = value === '' || carriers.includes(value) ? carriers : [value, ...carriers];
  return (
    <NativeSelect
      label="Carrier"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: 'No carrier' }, ...choices]}
    />
  );
}
