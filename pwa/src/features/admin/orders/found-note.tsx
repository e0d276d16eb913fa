import { Button, Group, Text } from '@mantine/core';
import type { Found } from '../../../shared/api/calls.ts';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { inTab, isFiltered, noFilter, type OrderFilter, type Tab } from './order-filter.ts';

interface FoundProps {
  filter: OrderFilter;
  found: Found | null;
  onChange: (filter: OrderFilter) => void;
}

/** What the words of the search box were taken for. */
const readings: Readonly<Record<Found['as'], string>> = {
  number: 'an order number',
  id: 'an order id',
  payment: 'a payment',
  customer: 'a customer',
  tool: 'part of a tool’s name',
  nothing: 'a number, a customer, a payment and a tool',
};

/** Says what was searched for, and what else the words may mean. */
export function FoundNote({ filter, found, onChange }: FoundProps) {
  if (found === null) return null;
  return (
    <Group gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {`Searched for “${filter.find}” as ${readings[found.as]}.${
          found.more
            ? ' More than 100 customers match, and only some are shown. Type more of the name or email address.'
            : ''
        }`}
      </Text>
      {found.alsoTool && (
        <Button size="compact-md" variant="default" onClick={() => onChange({ ...filter, in: 'tool' })}>
          Show matching tool names
        </Button>
      )}
    </Group>
  );
}

/** What an empty tab says that nothing narrows. */
const emptyWords: Readonly<Record<Tab, string>> = {
  decide: 'Nothing needs a decision.',
  ship: 'Nothing to ship. New paid orders appear here automatically.',
  unpaid: 'No unpaid orders.',
  shipped: 'No shipped orders yet.',
  asked: 'No cancellation requests.',
  all: 'No orders yet. New orders appear here automatically.',
};

/** Says why there are no rows, and what to do next. */
export function NothingFound({ filter, found, onChange }: FoundProps) {
  const inAll = filter.tab !== 'all' && (
    <Button variant="default" onClick={() => onChange(inTab(filter, 'all'))}>
      Search all orders
    </Button>
  );
  if (!isFiltered(filter)) {
    return (
      <EmptyState picture="parcel" text={emptyWords[filter.tab]}>
        {inAll}
      </EmptyState>
    );
  }
  const looked =
    filter.find === ''
      ? 'No orders match these filters. Remove one, or clear them all.'
      : found?.as === 'number'
        ? `Order ${filter.find} was not found.`
        : `No orders match “${filter.find}”. Try an order number such as K-180, the start of a name or email address, or part of a tool’s name.`;
  return (
    <EmptyState picture="parcel" text={looked}>
      {inAll}
      <Button variant="default" onClick={() => onChange({ ...noFilter, tab: filter.tab })}>
        Clear filters
      </Button>
    </EmptyState>
  );
}
