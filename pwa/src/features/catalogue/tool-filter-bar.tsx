import { longest } from '@karigar/bff/written-text';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useAddressText } from '../../shared/fields/use-address-text.ts';
import { isSearching, sortOf, type ToolFilter, type ToolSort } from './tool-list.ts';
import classes from './tools-page.module.css';

const sorts: { value: ToolSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'price-up', label: 'Price, low to high' },
  { value: 'price-down', label: 'Price, high to low' },
  { value: 'name', label: 'Name' },
];

const bestFirst = { value: '', label: 'Best match first' };

interface ToolFilterBarProps {
  filter: ToolFilter;
  onChange: (filter: ToolFilter) => void;
  /** Called when somebody is about to type. */
  onSearchFocus: () => void;
}

/** Search, order and stock filter. The box keeps what is typed itself; the address follows at each key. */
export function ToolFilterBar({ filter, onChange, onSearchFocus }: ToolFilterBarProps) {
  const { field } = useAddressText(filter.search);
  return (
    <search className={classes.bar}>
      <TextInput
        className={classes.search}
        type="search"
        size="md"
        label="Search"
        placeholder="Hammer, saw, level"
        leftSection={<IconSearch aria-hidden size={18} />}
        maxLength={longest.search}
        {...field}
        onFocus={onSearchFocus}
        onChange={(event) => {
          field.onChange(event);
          onChange({ ...filter, search: event.currentTarget.value });
        }}
      />
      <NativeSelect
        className={classes.sort}
        size="md"
        label="Sort"
        data={isSearching(filter) ? [bestFirst, ...sorts] : sorts}
        value={sortOf(filter) ?? bestFirst.value}
        onChange={(event) =>
          onChange({ ...filter, sort: (event.currentTarget.value || null) as ToolSort | null })
        }
      />
      <Switch
        className={classes.stock}
        size="md"
        label="In stock only"
        checked={filter.inStock}
        onChange={(event) => onChange({ ...filter, inStock: event.currentTarget.checked })}
      />
    </search>
  );
}
