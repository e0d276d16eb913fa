import { Button, Group, NativeSelect } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconDownload, IconListNumbers } from '@tabler/icons-react';
import { type ChangeEvent, useId, useState } from 'react';
import { failureText } from '../../../../shared/api/failure.ts';
import { LoadingButton } from '../../../../shared/ui/loading-button.tsx';
import { dayOf } from '../../../../shared/ui/time.ts';
import { notifyFailure } from '../../../../shared/ui/toast.ts';
import { PeriodFields } from '../../period-fields.tsx';
import { SearchForm } from '../../search-form.tsx';
import { useCsv } from '../../use-csv.ts';
import {
  cleared,
  inTab,
  isFiltered,
  isOldestFirst,
  isSearchable,
  type OrderFilter,
  orderQueryOf,
  searchFor,
} from '../model/order-filter.ts';

interface FilterProps {
  filter: OrderFilter;
  onChange: (filter: OrderFilter) => void;
}

/** Choices that narrow the list at once, and the file of all that fit. */
function FilterPanel({ filter, onChange }: FilterProps) {
  const save = useCsv('orders', (error) =>
    notifyFailure(`The file could not be created. ${failureText(error)}`),
  );
  // Named by the day, so that two exports never overwrite each other by accident.
  const exportAll = () =>
    save.mutate({ query: orderQueryOf(filter) as Record<string, string>, name: dayOf(Date.now()) });
  /** Takes what is chosen or typed into a part of the filter. */
  const take =
    (name: keyof OrderFilter, base = filter) =>
    (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onChange({ ...base, [name]: event.target.value });
  return (
    <Group mt="md" align="flex-end" grow preventGrowOverflow={false}>
      <NativeSelect
        label="Refund"
        value={filter.refunded}
        onChange={take('refunded', inTab(filter, 'all'))}
        data={[
          { value: '', label: 'Refunded or not' },
          { value: 'true', label: 'Refunded' },
          { value: 'false', label: 'Not refunded' },
        ]}
      />
      <PeriodFields
        labels={{ from: 'From', to: 'To' }}
        value={filter}
        field={(name) => ({ value: filter[name], onChange: take(name) })}
      />
      {isSearchable(filter.tab) && (
        <NativeSelect
          label="Sort"
          value={isOldestFirst(filter) ? 'oldest' : 'newest'}
          onChange={take('sort')}
          data={[
            { value: 'newest', label: 'Newest first' },
            { value: 'oldest', label: 'Oldest first' },
          ]}
        />
      )}
      {isFiltered(filter) && (
        <Button variant="subtle" onClick={() => onChange(cleared(filter))}>
          Clear filters
        </Button>
      )}
      <LoadingButton
        variant="default"
        loading={save.isPending}
        onClick={exportAll}
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        Export CSV
      </LoadingButton>
    </Group>
  );
}

/**
 * Narrows the list of orders: one search box, whose words act on Search or Enter, and for admins (`narrows`) choices behind a button.
 * `onPaste` opens the list of tracking numbers.
 */
export function OrderFilterBar({
  filter,
  onChange,
  narrows,
  onPaste,
}: FilterProps & { narrows: boolean; onPaste: () => void }) {
  const [opened, setOpened] = useState(false);
  const panel = useId();
  const choices = [filter.refunded, filter.from, filter.to].filter((choice) => choice !== '').length;
  // One stop of the Tab key; arrow keys lead from one button to the next.
  const { getItemProps } = useRovingIndex({ total: narrows ? 2 : 1 });
  return (
    <div>
      <SearchForm
        name="Find orders"
        label="Order, customer or tool"
        placeholder="K-180, Rahima, hand saw"
        value={filter.find}
        onSearch={(words) => onChange(narrows ? searchFor(filter, words) : { ...filter, find: words })}
      >
        <Group role="toolbar" aria-label="More actions" gap="sm">
          {narrows && (
            <Button
              variant="default"
              aria-expanded={opened}
              aria-controls={panel}
              leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
              {...getItemProps({ index: 0, onClick: () => setOpened(!opened) })}
            >
              {choices === 0 ? 'Filter' : `Filter (${choices})`}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconListNumbers size={16} aria-hidden />}
            {...getItemProps({ index: narrows ? 1 : 0, onClick: onPaste })}
          >
            Ship from a list
          </Button>
        </Group>
      </SearchForm>
      {narrows && (
        <div id={panel} hidden={!opened}>
          <FilterPanel filter={filter} onChange={onChange} />
        </div>
      )}
    </div>
  );
}
