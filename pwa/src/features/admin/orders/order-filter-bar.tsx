import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconDownload, IconListNumbers } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { LoadingButton } from '../../../shared/ui/loading-button.tsx';
import { SearchForm } from '../search-form.tsx';
import { inTab, isFiltered, noFilter, type OrderFilter, searchFor } from './order-filter.ts';
import classes from './order-filter-bar.module.css';

interface OrderFilterBarProps {
  filter: OrderFilter;
  onChange: (filter: OrderFilter) => void;
  onExport: () => void;
  exporting: boolean;
  /** Opens the list of tracking numbers. */
  onPaste: () => void;
}

/** How many choices behind the Filter button narrow the list. */
const choicesOf = ({ refunded, from, to }: OrderFilter): number =>
  [refunded, from, to].filter((choice) => choice !== '').length;

/** Narrows the list of orders: one search box, whose words act on Search or Enter, and behind a button choices that act at once. */
export function OrderFilterBar({ filter, onChange, onExport, exporting, onPaste }: OrderFilterBarProps) {
  const [opened, setOpened] = useState(false);
  const panel = useId();
  const choices = choicesOf(filter);
  // One stop of the Tab key; arrow keys lead from one button to the next.
  const { getItemProps } = useRovingIndex({ total: 2 });
  return (
    <div>
      <SearchForm
        name="Find orders"
        label="Order, customer or tool"
        placeholder="K-180, Rahima, hand saw"
        value={filter.find}
        onSearch={(words) => onChange(searchFor(filter, words))}
      >
        <Group role="toolbar" aria-label="More actions" gap="sm">
          <Button
            variant="default"
            aria-expanded={opened}
            aria-controls={panel}
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            {...getItemProps({ index: 0, onClick: () => setOpened(!opened) })}
          >
            {choices === 0 ? 'Filter' : `Filter (${choices})`}
          </Button>
          <Button
            variant="default"
            leftSection={<IconListNumbers size={16} aria-hidden />}
            {...getItemProps({ index: 1, onClick: onPaste })}
          >
            Ship from a list
          </Button>
        </Group>
      </SearchForm>
      <div id={panel} hidden={!opened} className={classes.panel}>
        <NativeSelect
          label="Refund"
          value={filter.refunded}
          onChange={(event) =>
            onChange({
              ...inTab(filter, 'all'),
              refunded: event.currentTarget.value as OrderFilter['refunded'],
            })
          }
          data={[
            { value: '', label: 'Refunded or not' },
            { value: 'true', label: 'Refunded' },
            { value: 'false', label: 'Not refunded' },
          ]}
        />
        <TextInput
          label="From"
          type="date"
          max={filter.to || undefined}
          value={filter.from}
          onChange={(event) => onChange({ ...filter, from: event.currentTarget.value })}
        />
        <TextInput
          label="To"
          type="date"
          min={filter.from || undefined}
          value={filter.to}
          onChange={(event) => onChange({ ...filter, to: event.currentTarget.value })}
        />
        {isFiltered(filter) && (
          <Button variant="subtle" onClick={() => onChange({ ...noFilter, tab: filter.tab })}>
            Clear filters
          </Button>
        )}
        <LoadingButton
          variant="default"
          loading={exporting}
          onClick={onExport}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Export CSV
        </LoadingButton>
      </div>
    </div>
  );
}
