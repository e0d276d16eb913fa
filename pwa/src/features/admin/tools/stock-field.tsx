import { Group, NativeSelect, NumberInput, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ToolDraft } from './tool-edit.ts';

interface StockFieldProps {
  available: number;
  value: ToolDraft['stock'];
  onChange: (stock: ToolDraft['stock']) => void;
  error?: ReactNode;
}

/**
 * Changes what is on the shelf. Adding is the safe way while customers are ordering: it counts from the stock of the
 * moment in which the shop saves it. Setting writes the number over whatever is there.
 */
export function StockField({ available, value, onChange, error }: StockFieldProps) {
  const amount = Number(value.amount);
  return (
    <div>
      <Group align="flex-start" grow>
        <NativeSelect
          label="Stock"
          value={value.mode}
          onChange={(event) => {
            const mode = event.currentTarget.value as ToolDraft['stock']['mode'];
            onChange({ mode, amount: mode === 'set' ? available : '' });
          }}
          data={[
            { value: 'keep', label: 'Leave as it is' },
            { value: 'add', label: 'Add pieces' },
            { value: 'set', label: 'Set to a number' },
          ]}
        />
        {value.mode !== 'keep' && (
          <NumberInput
            label={value.mode === 'add' ? 'Pieces to add' : 'Available quantity'}
            prefix={value.mode === 'add' ? '+' : ''}
            hideControls
            allowDecimal={false}
            allowNegative={false}
            value={value.amount}
            onChange={(next) => onChange({ ...value, amount: next })}
            error={error}
          />
        )}
      </Group>
      <Text size="sm" c="dimmed" mt={4} role="status">
        {available} available now
        {value.mode === 'add' && amount > 0 ? `, ${available + amount} after this` : ''}
      </Text>
    </div>
  );
}
