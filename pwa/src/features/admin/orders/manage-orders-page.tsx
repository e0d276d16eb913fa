import type { Order } from '@karigar/bff/contracts';
import { Button, Stack } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getStats } from '../../../shared/api/calls.ts';
import { failureText } from '../../../shared/api/failure.ts';
import { useLiveOrders } from '../../../shared/live/live-orders.ts';
import { mayReplace } from '../../../shared/saved/order-rows.ts';
import { ConfirmModal } from '../../../shared/ui/confirm-modal.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { notifyFailure } from '../../../shared/ui/toast.ts';
import { PagedList } from '../paged-list.tsx';
import { useCursorPaging } from '../pager.tsx';
import { useOpened } from '../use-opened.ts';
import { useServerData } from '../use-server-data.ts';
import { useThrottled } from '../use-throttled.ts';
import { AdminNumbers } from './admin-numbers.tsx';
import { orderColumns } from './order-columns.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { downloadOrders } from './order-export.ts';
import {
  isFiltered,
  noFilter,
  type OrderFilter,
  ordersPerPage,
  readOrderFilter,
  writeOrderFilter,
} from './order-filter.ts';
import { OrderFilterBar } from './order-filter-bar.tsx';
import { useOrderActions } from './use-order-actions.ts';
import { useOrderList } from './use-order-list.ts';

/** All orders of the shop: found by filters that live in the address, read page by page, shipped or deleted. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const filter = readOrderFilter(params);
  const paging = useCursorPaging();
  const list = useOrderList(filter, paging.cursor);
  const stats = useServerData('stats', getStats);
  const drawer = useOpened<Order>();
  const deleting = useOpened<Order>();
  const [exporting, setExporting] = useState(false);

  const { replace, reload } = list;
  const { update } = drawer;
  const settled = useCallback(
    (orderId: string, order: Order | null) => {
      replace(orderId, order);
      if (order !== null) update((shown) => shown._id === orderId && mayReplace(shown, order), order);
    },
    [replace, update],
  );
  const actions = useOrderActions(settled);
  const refreshSoon = useThrottled(() => {
    // A new question gives up the one before it: where sales are faster than the line no answer would ever come.
    if (list.loading || stats.loading) return refreshSoon();
    reload();
    stats.reload();
  }, 800);
  useLiveOrders((news) => {
    settled(news.orderId, news.order);
    refreshSoon();
  }, refreshSoon);

  const filterBy = (next: OrderFilter) => setParams(writeOrderFilter(next));
  const exportCsv = async () => {
    setExporting(true);
    try {
      await downloadOrders(filter);
    } catch (error) {
      notifyFailure(`The file was not made. ${failureText(error)}`);
    }
    setExporting(false);
  };

  const columns = orderColumns({
    busy: actions.busy,
    onOpen: drawer.open,
    onShip: (order) => void actions.ship(order),
    onDelete: deleting.open,
  });
  return (
    <Stack gap="lg">
      <PageTitle title="Manage All Orders" />
      <AdminNumbers stats={stats.data} />
      <OrderFilterBar
        filter={filter}
        onChange={filterBy}
        onExport={() => void exportCsv()}
        exporting={exporting}
      />
      <PagedList
        list={list}
        paging={paging}
        perPage={ordersPerPage}
        caption="Orders"
        columns={columns}
        count={(total) => `${total} order(s)${isFiltered(filter) ? ' fit the filter' : ' in total'}`}
        empty={
          isFiltered(filter) ? (
            <EmptyState text="No order fits this filter. Remove a part of it, or clear it.">
              <Button variant="default" onClick={() => filterBy(noFilter)}>
                Show all orders
              </Button>
            </EmptyState>
          ) : (
            <EmptyState text="No orders yet. The first one will appear here by itself." />
          )
        }
      />
      {drawer.subject && (
        <OrderDrawer
          order={drawer.subject}
          opened={drawer.opened}
          busy={actions.busy.has(drawer.subject._id)}
          onClose={drawer.close}
          onShip={() => drawer.subject && void actions.ship(drawer.subject)}
          onDelete={() => drawer.subject && deleting.open(drawer.subject)}
        />
      )}
      <ConfirmModal
        opened={deleting.opened}
        danger
        title="Delete this order?"
        confirm="Delete order"
        onClose={deleting.close}
        onConfirm={async () => {
          if (deleting.subject && (await actions.remove(deleting.subject))) drawer.close();
          refreshSoon();
        }}
      >
        <strong>
          {deleting.subject?.quantity} × {deleting.subject?.toolsName}
        </strong>{' '}
        for {deleting.subject?.email}. The pieces go back on the shelf. This cannot be undone.
      </ConfirmModal>
    </Stack>
  );
}
