import { NativeSelect, SimpleGrid, Text } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { ReasonSelect } from '../../../shared/dialog/reason-select.tsx';
import { numberFromText } from '../../../shared/fields/whole-number.ts';
import { WholeNumberField } from '../../../shared/fields/whole-number-field.tsx';
import type { RemovalReason, StockChange } from './tool-edit.ts';

const modes: { value: StockChange['mode']; label: string }[] = [
  { value: 'keep', label: 'No change' },
  { value: 'add', label: 'Add stock' },
  { value: 'remove', label: 'Remove stock' },
  { value: 'set', label: 'Set stock to' },
];

const amounts = {
  add: { label: 'Quantity to add', sign: '+' },
  remove: { label: 'Quantity to remove', sign: '−' },
  set: { label: 'Available quantity' },
} as const;

const reasons: Record<RemovalReason, string> = {
  damaged: 'Damaged',
  lost: 'Lost',
  returned: 'Returned to the maker',
  counted: 'Counted again',
  other: 'Other',
};

interface StockFieldProps {
  /** Pieces on the shelf when the form was opened. */
  available: number;
  value: StockChange;
  onMode: (mode: StockChange['mode']) => void;
  /** The fields of the number and of the reason. */
  field: (name: 'amount' | 'reason') => GetInputPropsReturnType;
}

/**
 * Changes what is on the shelf. Adding and taking away are the safe ways while customers are ordering: they count from the stock of the moment in
 * which the shop saves them. Setting writes the number over whatever is there.
 */
export function StockField({ available, value: { mode, amount }, onMode, field }: StockFieldProps) {
  const change = numberFromText(amount) * (mode === 'remove' ? -1 : 1);
  const after = available + change;
  return (
    <div>
      <SimpleGrid cols={{ base: 1, xs: mode === 'remove' ? 3 : 2 }}>
        <NativeSelect
          label="Stock"
          size="md"
          value={mode}
          onChange={(event) => onMode(event.currentTarget.value as StockChange['mode'])}
          data={modes}
        />
        {mode !== 'keep' && <WholeNumberField {...amounts[mode]} {...field('amount')} />}
        {mode === 'remove' && <ReasonSelect label="Reason" words={reasons} {...field('reason')} />}
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt={4} role="status">
        {`${available} available now${
          (mode === 'add' || mode === 'remove') && change !== 0 && after >= 0 ? `, ${after} after this` : ''
        }`}
      </Text>
    </div>
  );
}
