import { Button, Group, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Found } from '../../../../shared/api/calls.ts';
import { Freshness } from '../../../../shared/queries/queries.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import type { ShownOrders } from '../model/order-cache.ts';
import { cleared, inTab, isFiltered, type OrderFilter, tabs } from '../model/order-filter.ts';

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
export const FoundNote = ({ filter, found, onChange }: FoundProps) =>
  found && (
    <Group gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {`Searched for “${filter.find}” as ${readings[found.as]}.`}
        {found.more &&
          ' More than 100 customers match, and only some are shown. Type more of the name or email address.'}
      </Text>
      {found.alsoTool && (
        <Button size="compact-md" variant="default" onClick={() => onChange({ ...filter, in: 'tool' })}>
          Show matching tool names
        </Button>
      )}
    </Group>
  );

/** Why there are no rows. */
function nothingWords({ filter, found, forAdmins }: NothingFoundProps): string {
  if (!isFiltered(filter)) return tabs[filter.tab].empty;
  if (filter.find === '') return 'No orders match these filters. Remove one, or clear them all.';
  if (found?.as === 'number') return `Order ${filter.find} was not found.`;
  const words = `No orders match “${filter.find}”.`;
  return forAdmins
    ? `${words} Try an order number such as K-180, the start of a name or email address, or part of a tool’s name.`
    : words;
}

/** Only admins find orders by email, and in a part of the list that has all. */
type NothingFoundProps = FoundProps & { forAdmins: boolean };

/** Says why there are no rows, and what to do next. */
export const NothingFound = (props: NothingFoundProps) => {
  const { filter, onChange, forAdmins } = props;
  return (
    <EmptyState picture="parcel" text={nothingWords(props)}>
      {forAdmins && filter.tab !== 'all' && (
        <Button variant="default" onClick={() => onChange(inTab(filter, 'all'))}>
          Search all orders
        </Button>
      )}
      {isFiltered(filter) && (
        <Button variant="default" onClick={() => onChange(cleared(filter))}>
          {forAdmins ? 'Clear filters' : 'Show all orders'}
        </Button>
      )}
    </EmptyState>
  );
};

/** How many orders there are, when they were read, and a button that shows new ones. The line has its height before they come. */
export function CountLine({
  list,
  filter,
  onReopen,
}: {
  list: UseQueryResult<ShownOrders>;
  filter: OrderFilter;
  /** Reads the list anew. */
  onReopen: () => void;
}) {
  const count = useRef<HTMLParagraphElement>(null);
  const { data: page, error, isPlaceholderData } = list;
  const newcomers = isPlaceholderData ? 0 : (page?.newcomers ?? 0);
  const words = isFiltered(filter) ? 'match the filter' : tabs[filter.tab].counted;
  const reopen = () => {
    onReopen();
    count.current?.focus();
  };
  return (
    <Group justify="space-between" mih="2.75rem">
      <Group gap="sm">
        <Text fw={600} role="status" tabIndex={-1} ref={count}>
          {page === undefined ? error === null && 'Loading…' : `${page.total} order(s) ${words}`}
        </Text>
        <Freshness query={list} />
      </Group>
      <div role="status">
        {newcomers > 0 && (
          <Button variant="default" onClick={reopen}>
            {newcomers === 1 ? '1 new order' : `${newcomers} new orders`}
          </Button>
        )}
      </div>
    </Group>
  );
}
