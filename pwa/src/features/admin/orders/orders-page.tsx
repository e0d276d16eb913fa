import { Badge, Stack, Tabs, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useLiveOrders } from '../../../shared/live/live-orders.ts';
import { QueryGap, withQueries } from '../../../shared/queries/queries.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { Pager, useCursorPaging } from '../pager.tsx';
import { AdminNumbers } from './admin-numbers.tsx';
import { OrderDrawer } from './drawer/order-drawer.tsx';
import { Decisions } from './list/decisions.tsx';
import { CountLine, FoundNote, NothingFound } from './list/order-count.tsx';
import { OrderFilterBar } from './list/order-filter-bar.tsx';
import { OrderRows } from './list/order-rows.tsx';
import { adminsDesk, type Desk, packersDesk } from './model/desk.ts';
import { fromParcel, isParcel, mayShip, orderWords, type ShownOrder } from './model/order.ts';
import { useOrderCache, useOrderList } from './model/order-cache.ts';
import {
  inTab,
  type OrderFilter,
  ordersPerPage,
  readOrderFilter,
  type Tab,
  tabs,
  writeOrderFilter,
} from './model/order-filter.ts';
import { useOpenedOrder } from './model/use-opened-order.ts';
import { TrackingListDialog } from './shipping/tracking-list-dialog.tsx';
import { type OrderWork, useOrderWork } from './work/use-order-work.tsx';

/** Says what changed about an order that is on the screen; empty where it needs no words. */
function newsWords(before: ShownOrder, now: ShownOrder | null, { shippings }: OrderWork): string {
  const words = orderWords(before);
  if (now === null) return `${words} ${isParcel(before) ? 'is not to be shipped any more' : 'was deleted'}.`;
  if (now.status === before.status) return now.paid && !before.paid ? `${words} was paid.` : '';
  const own = shippings.get(now._id)?.is;
  return own === 'sending' || own === 'shipped' ? '' : `${words} was shipped by somebody else.`;
}

/** A list of orders at a desk: found by what the address says, read page by page, shipped and printed; by admins also decided, refunded or deleted. */
function OrdersAt({ desk }: { desk: Desk }) {
  const isAdmins = desk === adminsDesk;
  const [params, setParams] = useSearchParams();
  const filter = readOrderFilter(params, desk.tabs);
  const address = `${writeOrderFilter(filter)}`;
  const paging = useCursorPaging();
  const { list, reopen } = useOrderList(desk, filter, paging.cursor);
  const { data: page } = list;
  const stats = useQuery(desk.stats).data;
  const cache = useOrderCache(desk);
  const beside = useOpenedOrder(desk, page);
  const { work, overlay } = useOrderWork(desk, cache, () => beside.opened && beside.close());
  const [spoken, setSpoken] = useState('');
  const [pasting, setPasting] = useState(false);
  /** Brings live news into the cache, and takes back what waits here and was shipped or refunded elsewhere. */
  const take = (orderId: string, order: ShownOrder | null) => {
    const before = page?.items.find(({ _id }) => _id === orderId);
    setSpoken((said) => (before && newsWords(before, order, work)) || said);
    cache.put(orderId, order);
    if (order === null || !mayShip(order)) work.drop([orderId]);
    cache.readSoon();
  };
  useLiveOrders((news) => {
    if (!('seq' in news)) take(news.orderId, news.order && fromParcel(news.order));
    else if (isAdmins) take(news.orderId, news.order);
    // A packer hears of their own orders with their money, which has no place here.
    else cache.readSoon();
  }, cache.miss);
  const filterBy = (next: OrderFilter) => {
    const wanted = writeOrderFilter(next);
    if (paging.cursor === '' && `${wanted}` === address) reopen();
    else setParams(wanted);
  };
  const countOf = (tab: Tab) =>
    stats && tabs[tab].counts.reduce((sum, name) => sum + (stats.orders[name] ?? 0), 0);
  const rows = page !== undefined && page.items.length > 0 && page;
  const found = page && { filter, found: page.found, onChange: filterBy };
  return (
    <Stack gap="md">
      <PageTitle title={desk.title} within={desk.path} />
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      <Tabs
        value={filter.tab}
        onChange={(tab) => filterBy(inTab(filter, tab as Tab))}
        activateTabWithKeyboard={false}
      >
        <Tabs.List aria-label="Orders" mb="md">
          {desk.tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab} mih="2.75rem" {...(tab !== filter.tab && { c: 'dimmed' })}>
              {tabs[tab].label}{' '}
              <Badge
                component="span"
                // As wide before the number comes as with it: the tabs of a phone keep their lines.
                miw="2.25rem"
                className="tabular"
                {...(tab === 'decide' && countOf(tab)
                  ? { color: 'marigold.5', c: 'black' }
                  : { variant: 'default' })}
              >
                {countOf(tab) ?? '…'}
              </Badge>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <OrderFilterBar
          filter={filter}
          onChange={filterBy}
          narrows={isAdmins}
          onPaste={() => setPasting(true)}
        />
        <Tabs.Panel value={filter.tab} aria-label="Orders in this tab" pt="md">
          {found && <FoundNote {...found} />}
          <CountLine list={list} filter={filter} onReopen={reopen} />
          {page === undefined && <QueryGap query={list} onRetry={reopen} count={8} height={56} />}
          {found && !rows && <NothingFound {...found} forAdmins={isAdmins} />}
          {rows && filter.tab === 'decide' && <Decisions page={rows} work={work} linkTo={beside.linkTo} />}
          {rows && filter.tab !== 'decide' && (
            <OrderRows
              key={`${address}|${paging.cursor}`}
              heads={desk.heads}
              page={rows}
              work={work}
              linkTo={beside.linkTo}
              busy={list.isFetching}
              stale={list.isPlaceholderData}
            />
          )}
          {rows && <Pager paging={paging} page={rows} perPage={ordersPerPage} />}
        </Tabs.Panel>
      </Tabs>
      {/* After the list, which would move them as it comes. */}
      {isAdmins && !list.isPending && <AdminNumbers stats={stats} />}
      <OrderDrawer beside={beside} work={work} />
      <TrackingListDialog desk={desk} opened={pasting} work={work} onClose={() => setPasting(false)} />
      {overlay}
    </Stack>
  );
}

/** The lists of admins (Manage All Orders) and of packers (Ship Orders). */
function OrdersPage() {
  const desk = useLocation().pathname.startsWith(packersDesk.path) ? packersDesk : adminsDesk;
  return <OrdersAt key={desk.path} desk={desk} />;
}

export const Component = withQueries(OrdersPage);
