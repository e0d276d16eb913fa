import { Button, Group, NativeSelect, UnstyledButton } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconDownload, IconListNumbers } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useId, useState } from 'react';
import { download } from '../../../../shared/api/download.ts';
import { failureText } from '../../../../shared/api/failure.ts';
import { LoadingButton } from '../../../../shared/ui/loading-button.tsx';
import { saveFile } from '../../../../shared/ui/save-file.ts';
import { dayOf } from '../../../../shared/ui/time.ts';
import { notifyFailure } from '../../../../shared/ui/toast.ts';
import { PeriodFields } from '../../period-fields.tsx';
import { SearchForm } from '../../search-form.tsx';
import {
  cleared,
  inTab,
  isFiltered,
  isOldestFirst,
  isSearchable,
  type OrderFilter,
  orderQueryOf,
  searchFor,
  type Tab,
  tabNames,
  tabs,
} from '../model/order-filter.ts';
import classes from './order-filter-bar.module.css';
import tabClasses from './order-tabs.module.css';

/** The id of the part of the page that the tabs choose. */
export const tabPanelId = 'orders-of-tab';

/** The parts of the list with their counts. With the keyboard they are one stop; arrow keys lead from one to the next. */
export function OrderTabs({
  names = tabNames,
  tab,
  countOf,
  onChange,
}: {
  /** The parts that there are. */
  names?: readonly Tab[];
  tab: Tab;
  /** How many orders a part has; undefined until that is known. */
  countOf: (tab: Tab) => number | undefined;
  onChange: (tab: Tab) => void;
}) {
  const { getItemProps } = useRovingIndex({ total: names.length, initialIndex: names.indexOf(tab) });
  return (
    <div role="tablist" aria-label="Orders" className={tabClasses.tabs}>
      {names.map((each, index) => (
        <UnstyledButton
          key={each}
          role="tab"
          aria-selected={each === tab}
          aria-controls={tabPanelId}
          className={tabClasses.tab}
          data-urgent={(each === 'decide' && (countOf(each) ?? 0) > 0) || undefined}
          {...getItemProps({ index, onClick: () => onChange(each) })}
        >
          {tabs[each].label} <span className={tabClasses.count}>{countOf(each) ?? '…'}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}

/** Saves every order of the filter, all its pages, as one CSV file; the server writes it. Throws ApiProblem or NoAnswerError. */
async function saveOrders(filter: OrderFilter): Promise<void> {
  const query = new URLSearchParams(
    Object.entries(orderQueryOf(filter)).map(([key, value]) => [key, String(value)]),
  );
  // Named by the day, so that two exports never overwrite each other by accident.
  saveFile(await download(`/orders.csv?${query}`, 'text/csv'), `karigar-orders-${dayOf(Date.now())}.csv`);
}

interface OrderFilterBarProps {
  filter: OrderFilter;
  onChange: (filter: OrderFilter) => void;
  /** Opens the list of tracking numbers. */
  onPaste: () => void;
}

/** Narrows the list of orders: one search box, whose words act on Search or Enter, and behind a button choices that act at once. */
export function OrderFilterBar({ filter, onChange, onPaste }: OrderFilterBarProps) {
  const [opened, setOpened] = useState(false);
  const panel = useId();
  const { refunded, from, to } = filter;
  const choices = [refunded, from, to].filter((choice) => choice !== '').length;
  const save = useMutation({
    mutationFn: () => saveOrders(filter),
    onError: (error) => notifyFailure(`The file could not be created. ${failureText(error)}`),
  });
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
          value={refunded}
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
        <PeriodFields
          labels={{ from: 'From', to: 'To' }}
          value={filter}
          field={(name) => ({
            value: filter[name],
            onChange: (event: ChangeEvent<HTMLInputElement>) =>
              onChange({ ...filter, [name]: event.currentTarget.value }),
          })}
        />
        {isSearchable(filter.tab) && (
          <NativeSelect
            label="Sort"
            value={isOldestFirst(filter) ? 'oldest' : 'newest'}
            onChange={(event) =>
              onChange({ ...filter, sort: event.currentTarget.value as OrderFilter['sort'] })
            }
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
          onClick={() => save.mutate()}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Export CSV
        </LoadingButton>
      </div>
    </div>
  );
}
