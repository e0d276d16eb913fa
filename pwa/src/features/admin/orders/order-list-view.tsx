import { Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { RowSkeletons } from '../../../shared/ui/skeletons.tsx';
import { Pager, type useCursorPaging } from '../pager.tsx';
import { Decisions } from './decisions.tsx';
import { FoundNote, NothingFound } from './found-note.tsx';
import { isFiltered, type OrderFilter, ordersPerPage, type Tab } from './order-filter.ts';
import { isOnHold, mayPrintSlip } from './order-questions.ts';
import { OrderRows } from './order-rows.tsx';
import { tabPanelId } from './order-tabs.tsx';
import { printSlips } from './print/packing-slip.tsx';
import { PickListDialog } from './print/pick-list-dialog.tsx';
import { allToggled, nothingSelected, type Selection, toggled } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { OrderLinkTo } from './use-open-order.ts';
import type { useOrderList } from './use-order-list.ts';
import type { OrderWork } from './use-order-work.tsx';

interface OrderListViewProps {
  list: ReturnType<typeof useOrderList>;
  filter: OrderFilter;
  paging: ReturnType<typeof useCursorPaging>;
  work: OrderWork;
  linkTo: OrderLinkTo;
  onFilter: (filter: OrderFilter) => void;
}

/** What a number of orders is followed by, in each tab. */
const tabWords: Readonly<Record<Tab, string>> = {
  decide: 'need a decision',
  ship: 'to ship',
  unpaid: 'unpaid',
  shipped: 'shipped',
  asked: 'with a cancellation request',
  all: 'in total',
};

/** The ticked rows, which another page or filter forgets. */
function useSelection(key: string, shown: readonly string[]) {
  const [held, setHeld] = useState<{ key: string; selection: Selection }>({
    key,
    selection: nothingSelected,
  });
  const selection = held.key === key ? held.selection : nothingSelected;
  return {
    ids: selection.ids,
    toggle: (id: string, range: boolean) =>
      setHeld({ key, selection: toggled(selection, id, { shown, range }) }),
    toggleAll: () => setHeld({ key, selection: allToggled(selection, shown) }),
  };
}

/** How many orders there are, and the way to those that came meanwhile: in a line that is there before they come. */
function CountLine({ list, filter }: Pick<OrderListViewProps, 'list' | 'filter'>) {
  const count = useRef<HTMLParagraphElement>(null);
  const { data: page, error, newcomers, reload } = list;
  const words = isFiltered(filter) ? 'match the filter' : tabWords[filter.tab];
  return (
    <Group justify="space-between" mih="2.75rem">
      <Text fw={600} role="status" tabIndex={-1} ref={count}>
        {page === undefined ? error === null && 'Loading…' : `${page.total} order(s) ${words}`}
      </Text>
      <div role="status">
        {newcomers > 0 && (
          <Button
            variant="default"
            onClick={() => {
              reload();
              count.current?.focus();
            }}
          >
            {newcomers === 1 ? '1 new order' : `${newcomers} new orders`}
          </Button>
        )}
      </div>
    </Group>
  );
}

/** The orders of a tab, whose rows stay where they are, and what can be done to several of them. */
export function OrderListView({ list, filter, paging, work, linkTo, onFilter }: OrderListViewProps) {
  const { data: page, error, loading, stale, reload, key } = list;
  const [picking, setPicking] = useState(false);
  const orders = page?.items ?? [];
  const tickable = orders.filter(({ _id }) => page?.gone.has(_id) !== true);
  const selection = useSelection(
    key,
    tickable.map(({ _id }) => _id),
  );
  const selected = tickable.filter(({ _id }) => selection.ids.has(_id));
  const printable = selected.filter((order) => mayPrintSlip(order) && !isOnHold(order));
  const rows = page !== undefined && orders.length > 0 && page;
  return (
    <div role="tabpanel" id={tabPanelId} aria-label="Orders in this tab">
      {page && <FoundNote filter={filter} found={page.found} onChange={onFilter} />}
      <CountLine list={list} filter={filter} />
      {error !== null && <ErrorPanel error={error} onRetry={reload} />}
      {page === undefined && error === null && <RowSkeletons count={8} height={56} />}
      {page !== undefined && orders.length === 0 && (
        <NothingFound filter={filter} found={page.found} onChange={onFilter} />
      )}
      {rows && filter.tab === 'decide' && <Decisions page={rows} work={work} linkTo={linkTo} />}
      {rows && filter.tab !== 'decide' && (
        <>
          <SelectionBar
            orders={tickable}
            selected={selected}
            printable={printable}
            work={work}
            onSelectAll={selection.toggleAll}
            onPrint={() => void printSlips(printable)}
            onPick={() => setPicking(true)}
          />
          <OrderRows
            page={rows}
            selected={selection.ids}
            onSelect={selection.toggle}
            work={work}
            linkTo={linkTo}
            busy={loading}
            stale={stale}
          />
        </>
      )}
      {rows && (
        <Pager
          paging={paging}
          nextCursor={rows.nextCursor}
          total={rows.total}
          shown={orders.length}
          perPage={ordersPerPage}
        />
      )}
      <PickListDialog orders={printable} opened={picking} onClose={() => setPicking(false)} />
    </div>
  );
}
