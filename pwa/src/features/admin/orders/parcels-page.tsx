import type { OrderToShip } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { Button, Group, Stack } from '@mantine/core';
import { IconListNumbers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getParcels } from '../../../shared/api/calls.ts';
import { DeliveryText } from '../../../shared/delivery/delivery-text.tsx';
import { useLiveOrders } from '../../../shared/live/live-orders.ts';
import { paths } from '../../../shared/paths.ts';
import { QueryGap, withQueries } from '../../../shared/queries/queries.tsx';
import { ToolPicture } from '../../../shared/tools/tool-picture.tsx';
import { Facts } from '../../../shared/ui/blocks.tsx';
import { CopyText } from '../../../shared/ui/copy-text.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { orNull } from '../../../shared/writes/find-order.ts';
import { Pager, useCursorPaging } from '../pager.tsx';
import { SearchForm } from '../search-form.tsx';
import { OrderDrawer } from './drawer/order-drawer.tsx';
import { Part, Tracking } from './drawer/order-facts.tsx';
import { CountLine } from './list/order-count.tsx';
import { OrderTabs, tabPanelId } from './list/order-filter-bar.tsx';
import { OrderRows } from './list/order-rows.tsx';
import { SelectionBar, useSelection } from './list/selection-bar.tsx';
import { useOrderCache, useOrderList } from './model/order-cache.ts';
import {
  cleared,
  isFiltered,
  noFilter,
  ordersPerPage,
  readOrderFilter,
  tabs,
  writeOrderFilter,
} from './model/order-filter.ts';
import { mayShip } from './model/order-questions.ts';
import { parcels } from './model/order-source.ts';
import { useOpenedOrder } from './model/use-opened-order.ts';
import { ShipWithCarrier } from './shipping/ship-with-carrier.tsx';
import { TrackingListDialog } from './shipping/tracking-list-dialog.tsx';
import { type ShippingOf, useShipping } from './shipping/use-shipping.ts';
import { PrintButton, ShipButton } from './work/order-buttons.tsx';

const countsQuery = {
  queryKey: ['orders', 'parcel-counts'],
  async queryFn() {
    const count = async (status: OrderToShip['status']) => (await getParcels({ status, limit: 1 })).total;
    const [ship, shipped] = await Promise.all([count('pending'), count('Shipped')]);
    return { ship, shipped };
  },
};

/** What a packer sees of an order and can do to it. */
function ParcelDetails({ order, work }: { order: OrderToShip; work: ShippingOf<OrderToShip> }) {
  return (
    <>
      <Group gap="sm">
        <ShipButton order={order} work={work} />
        <PrintButton order={order} />
      </Group>
      <ShipWithCarrier key={order._id} order={order} work={work} />
      <Part title="Deliver to">
        <DeliveryText delivery={order} />
      </Part>
      <Facts
        of={{
          Order: <CopyText value={showNumber(order.number)} label="order number" />,
          Quantity: order.quantity,
          Carrier: (order.carrier || order.trackingNumber) && <Tracking order={order} />,
        }}
      />
      <ToolPicture src={order.image} name={order.toolsName} />
    </>
  );
}

/** Orders to ship and orders that have left, as packers see them: found, shipped and printed, without anything about money. */
function ParcelsPage() {
  const [params, setParams] = useSearchParams();
  const { tab, find } = readOrderFilter(params);
  const filter = { ...noFilter, tab: tab === 'shipped' ? tab : noFilter.tab, find };
  const filterBy = (next: typeof filter) => setParams(writeOrderFilter(next));
  const paging = useCursorPaging();
  const { list, reopen } = useOrderList(parcels, filter, paging.cursor);
  const { data: page } = list;
  const counts = useQuery(countsQuery).data;
  const cache = useOrderCache<OrderToShip>();
  const work = useShipping(parcels, cache, async (orderId) => {
    const now = await orNull(parcels.read(orderId)).catch(() => undefined);
    if (now !== undefined) cache.put(orderId, now);
  });
  const { subject, close, linkTo, goOn, ...beside } = useOpenedOrder(parcels, page);
  const [pasting, setPasting] = useState(false);
  useLiveOrders(cache.readSoon, cache.miss, ({ orderId, order }) => {
    cache.put(orderId, order);
    if (order === null || !mayShip(order)) work.drop([orderId]);
    cache.readSoon();
  });
  const tickable = (page?.items ?? []).filter(({ _id }) => page?.gone.has(_id) !== true);
  const selection = useSelection(
    `${writeOrderFilter(filter)}|${paging.cursor}`,
    tickable.map(({ _id }) => _id),
  );
  return (
    <Stack gap="md">
      <PageTitle title="Ship Orders" within={paths.parcels} />
      <OrderTabs
        names={['ship', 'shipped']}
        tab={filter.tab}
        countOf={(each) => (each === 'shipped' ? counts?.shipped : counts?.ship)}
        onChange={(next) => filterBy({ ...filter, tab: next })}
      />
      <SearchForm
        name="Find orders"
        label="Order, customer or tool"
        placeholder="K-180, Rahima, hand saw"
        value={find}
        onSearch={(words) => filterBy({ ...filter, find: words })}
      >
        <Button
          variant="default"
          leftSection={<IconListNumbers size={16} aria-hidden />}
          onClick={() => setPasting(true)}
        >
          Ship from a list
        </Button>
      </SearchForm>
      <div role="tabpanel" id={tabPanelId} aria-label="Orders in this tab">
        <CountLine list={list} filter={filter} onReopen={reopen} />
        {page === undefined && <QueryGap query={list} onRetry={reopen} count={8} height={56} />}
        {page?.items.length === 0 && (
          <EmptyState
            picture="parcel"
            text={isFiltered(filter) ? `No orders match “${find}”.` : tabs[filter.tab].empty}
          >
            {isFiltered(filter) && (
              <Button variant="default" onClick={() => filterBy(cleared(filter))}>
                Show all orders
              </Button>
            )}
          </EmptyState>
        )}
        {page && page.items.length > 0 && (
          <>
            <SelectionBar
              orders={tickable}
              selected={tickable.filter(({ _id }) => selection.ids.has(_id))}
              work={work}
              onSelectAll={selection.toggleAll}
            />
            <OrderRows
              page={page}
              heads={['Deliver to', 'Zip code']}
              figure={({ zip }) => zip}
              action={(order) => <ShipButton order={order} work={work} />}
              selected={selection.ids}
              onSelect={selection.toggle}
              shippings={work.shippings}
              linkTo={linkTo}
              busy={list.isFetching}
              stale={list.isPlaceholderData}
            />
            <Pager paging={paging} page={page} perPage={ordersPerPage} />
          </>
        )}
      </div>
      {subject && (
        <OrderDrawer {...beside} subject={subject} shippings={work.shippings} onGo={goOn} onClose={close}>
          {(order) => <ParcelDetails order={order} work={work} />}
        </OrderDrawer>
      )}
      <TrackingListDialog
        source={parcels}
        opened={pasting}
        shippings={work.shippings}
        onShip={work.ship}
        onClose={() => setPasting(false)}
      />
    </Stack>
  );
}

export const Component = withQueries(ParcelsPage);
