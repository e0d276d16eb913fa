import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import classes from './manage-orders-page.module.css';
import { isFiltered, noFilter, type OrderFilter } from './order-filter.ts';

interface OrderFilterBarProps {
  filter: OrderFilter;
  onChange: (filter: OrderFilter) => void;
  onExport: () => void;
  exporting: boolean;
}

/** Narrows the list of orders. Choices act at once; typed words act on Search or Enter. */
export function OrderFilterBar({ filter, onChange, onExport, exporting }: OrderFilterBarProps) {
  const [search, setSearch] = useState(filter.search);
  const [email, setEmail] = useState(filter.email);
  useEffect(() => setSearch(filter.search), [filter.search]);
  useEffect(() => setEmail(filter.email), [filter.email]);
  const typed = { ...filter, search: search.trim(), email: email.trim() };
  const clear = () => {
    setSearch('');
    setEmail('');
    onChange(noFilter);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(typed);
  };
  return (
    <form className={classes.bar} onSubmit={submit} aria-label="Filter orders">
      <TextInput
        className={classes.search}
        label="Tools name"
        type="search"
        maxLength={120}
        placeholder="Search by tools name"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <TextInput
        className={classes.email}
        label="Customer"
        type="search"
        inputMode="email"
        maxLength={254}
        placeholder="Email address"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <NativeSelect
        label="Status"
        value={filter.status}
        onChange={(event) =>
          onChange({ ...typed, status: event.currentTarget.value as OrderFilter['status'] })
        }
        data={[
          { value: '', label: 'Any status' },
          { value: 'pending', label: 'Pending' },
          { value: 'Shipped', label: 'Shipped' },
        ]}
      />
      <NativeSelect
        label="Payment"
        value={filter.paid}
        onChange={(event) => onChange({ ...typed, paid: event.currentTarget.value as OrderFilter['paid'] })}
        data={[
          { value: '', label: 'Paid or not' },
          { value: 'true', label: 'Paid' },
          { value: 'false', label: 'Unpaid' },
        ]}
      />
      <div className={classes.dates}>
        <TextInput
          label="From"
          type="date"
          max={filter.to || undefined}
          value={filter.from}
          onChange={(event) => onChange({ ...typed, from: event.currentTarget.value })}
        />
        <TextInput
          label="To"
          type="date"
          min={filter.from || undefined}
          value={filter.to}
          onChange={(event) => onChange({ ...typed, to: event.currentTarget.value })}
        />
      </div>
      <Group gap="sm" className={classes.actions}>
        <Button type="submit">Search</Button>
        {isFiltered(filter) && (
          <Button variant="subtle" onClick={clear}>
            Clear filters
          </Button>
        )}
        <Button
          variant="default"
          className={classes.export}
          loading={exporting}
          onClick={onExport}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Export CSV
        </Button>
      </Group>
    </form>
  );
}
