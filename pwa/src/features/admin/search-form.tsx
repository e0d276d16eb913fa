import { longest, plainCode } from '@karigar/bff/written-text';
import { Button, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { useAddressText } from '../../shared/fields/use-address-text.ts';

interface SearchFormProps {
  /** Names the form for people who do not see it. */
  name: string;
  label: string;
  placeholder?: string;
  button?: string;
  /** What is searched for now; the box follows it, for example when the person goes back. */
  value: string;
  /** Called with the cleaned text, on Search or Enter. */
  onSearch: (text: string) => void;
  /** Further choices beside the button. */
  children?: ReactNode;
}

/** One box and its Search button: typing alone asks the server nothing. */
export function SearchForm({
  name,
  label,
  placeholder = '',
  button = 'Search',
  value,
  onSearch,
  children,
}: SearchFormProps) {
  const { typed, field } = useAddressText(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(plainCode(typed));
  };
  return (
    <form onSubmit={submit} aria-label={name}>
      <Group align="flex-end">
        <TextInput
          flex="1 1 14rem"
          label={label}
          type="search"
          maxLength={longest.search}
          placeholder={placeholder}
          {...field}
          leftSection={<IconSearch size={16} aria-hidden />}
        />
        <Button type="submit">{button}</Button>
        {children}
      </Group>
    </form>
  );
}
