import type { Order } from '@karigar/bff/contracts';
import { Stack, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useLiveOrders } from '../../../shared/live/live-orders.ts';
import { paths } from '../../../shared/paths.ts';
import { QueryGap, withQueries } from '../../../shared/queries/queries.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { Pager, useCursorPaging } from '../pager.tsx';
import { AdminNumbers } from './admin-numbers.tsx';
import { OrderDrawer } from './drawer/order-drawer.tsx';
import { OrderDetails } from './drawer/order-facts.tsx';
import { Decisions } from './list/decisions.tsx';
import { CountLine, FoundNote, NothingFound } from './list/order-count.tsx';
import { OrderFilterBar, OrderTabs, tabPanelId } from './list/order-filter-bar.tsx';
import { OrderRows } from './list/order-rows.tsx';
import { SelectionBar, useSelection } from './list/selection-bar.tsx';
import { type OrderCache, statsQuery, useOrderCache, useOrderList } from './model/order-cache.ts';
import {
  inTab,
  type OrderFilter,
  ordersPerPage,
  readOrderFilter,
  tabs,
  writeOrderFilter,
} from './model/order-filter.ts';
import { mayShip } from './model/order-questions.ts';
import { allOrders } from './model/order-source.ts';
import { orderWords } from './model/order-words.ts';
import { useOpenedOrder } from './model/use-opened-order.ts';
import { TrackingListDialog } from './shipping/tracking-list-dialog.tsx';
import { DeleteButton, ShipButton } from './work/order-buttons.tsx';
import { type OrderWork, useOrderWork } from './work/use-order-work.tsx';

/** Says what changed about an order that is on the screen; empty where it needs no words. */
function newsWords(before: Order, now: Order | null, { shippings }: OrderWork): string {
  if (now === null) return `${orderWords(before)} was deleted.`;
  if (now.status === before.status && now.paid === before.paid) return '';
  if (now.status === 'Shipped') {
    const own = shippings.get(now._id)?.progress.is;
    return own === 'sending' || own === 'shipped' ? '' : `${orderWords(now)} was shipped by somebody else.`;
  }
  return now.paid && !before.paid ? `${orderWords(now)} was paid.` : '';
}

/**
 * Brings the shop's live news into the cache, and takes back what waits here and was shipped or refunded elsewhere. Gives the newest words about an
 * order of the list, for people who listen to the screen.
 */
function useLiveNews(listed: readonly Order[], work: OrderWork, { put, miss, readSoon }: OrderCache): string {
  const [words, setWords] = useState('');
  useLiveOrders(({ orderId, order }) => {
    const before = listed.find(({ _id }) => _id === orderId);
    setWords((said) => (before && newsWords(before, order, work)) || said);
    put(orderId, order);
    if (order === null || !mayShip(order)) work.drop([orderId]);
    readSoon();
  }, miss);
  return words;
}

/** All orders of the shop: found by what the address says, read page by page, shipped, printed, refunded or deleted. */
function ManageOrdersPage() {
  const [params, setParams] = useSearchParams();
  const filter = readOrderFilter(params);
  const address = `${writeOrderFilter(filter)}`;
  const paging = useCursorPaging();
  const { list, reopen } = useOrderList(allOrders, filter, paging.cursor);
  const { data: page } = list;
  const stats = useQuery(statsQuery).data;
  const cache = useOrderCache();
  const { subject, close, linkTo, goOn, ...beside } = useOpenedOrder(allOrders, page);
  const { work, overlay } = useOrderWork(cache, () => beside.opened && close());
  const spoken = useLiveNews(page?.items ?? [], work, cache);
  const [pasting, setPasting] = useState(false);
  const tickable = (page?.items ?? []).filter(({ _id }) => page?.gone.has(_id) !== true);
  const selection = useSelection(
    `${address}|${paging.cursor}`,
    tickable.map(({ _id }) => _id),
  );

  const filterBy = (next: OrderFilter) => {
    const wanted = writeOrderFilter(next);
    if (paging.cursor === '' && `${wanted}` === address) reopen();
    else setParams(wanted);
  };
  const rows = page !== undefined && page.items.length > 0 && page;
  const found = page && { filter, found: page.found, onChange: filterBy };
  return (
    <Stack gap="md">
      <PageTitle title="Manage All Orders" within={paths.manageOrders} />
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      <OrderTabs
        tab={filter.tab}
        countOf={(tab) => stats && tabs[tab].count(stats.orders)}
        onChange={(tab) => filterBy(inTab(filter, tab))}
      />
      <OrderFilterBar filter={filter} onChange={filterBy} onPaste={() => setPasting(true)} />
      <div role="tabpanel" id={tabPanelId} aria-label="Orders in this tab">
        {found && <FoundNote {...found} />}
        <CountLine list={list} filter={filter} onReopen={reopen} />
        {page === undefined && <QueryGap query={list} onRetry={reopen} count={8} height={56} />}
        {found && !rows && <NothingFound {...found} />}
        {rows && filter.tab === 'decide' && <Decisions page={rows} work={work} linkTo={linkTo} />}
        {rows && filter.tab !== 'decide' && (
          <>
            <SelectionBar
              orders={tickable}
              selected={tickable.filter(({ _id }) => selection.ids.has(_id))}
              work={work}
              onSelectAll={selection.toggleAll}
            />
            <OrderRows
              page={rows}
              heads={['User email', 'Total price']}
              figure={({ price }) => <Money amount={price} />}
              action={(order) => (
                <>
                  <DeleteButton order={order} work={work} />
                  <ShipButton order={order} work={work} />
                </>
              )}
              selected={selection.ids}
              onSelect={selection.toggle}
              shippings={work.shippings}
              linkTo={linkTo}
              busy={list.isFetching}
              stale={list.isPlaceholderData}
            />
          </>
        )}
        {rows && <Pager paging={paging} page={rows} perPage={ordersPerPage} />}
      </div>
      <AdminNumbers stats={stats} />
      {subject && (
        <OrderDrawer {...beside} subject={subject} shippings={work.shippings} onGo={goOn} onClose={close}>
          {(order) => <OrderDetails key={order._id} order={order} work={work} />}
        </OrderDrawer>
      )}
      <TrackingListDialog
        source={allOrders}
        opened={pasting}
        shippings={work.shippings}
        onShip={work.ship}
        onClose={() => setPasting(false)}
      />
      {overlay}
    </Stack>
  );
}

export const Component = withQueries(ManageOrdersPage);
