import type { LiveOrder, Order } from '@karigar/bff/contracts';
import { Stack, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getStats } from '../../../shared/api/calls.ts';
import { failureText } from '../../../shared/api/failure.ts';
import { useLiveOrders } from '../../../shared/live/use-live-orders.ts';
import { ConfirmModal } from '../../../shared/ui/confirm-modal.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { RowSkeletons } from '../../../shared/ui/skeletons.tsx';
import { notifyFailure } from '../../../shared/ui/toast.ts';
import { AdminTable } from '../admin-table.tsx';
import { Pager, useCursorPaging } from '../pager.tsx';
import { useServerData } from '../use-server-data.ts';
import { useSoon } from '../use-soon.ts';
import { AdminNumbers } from './admin-numbers.tsx';
import { downloadOrders } from './order-export.ts';
import { OrderFilterBar } from './order-filter-bar.tsx';
import { isFiltered, noFilter, type OrderFilter, readOrderFilter, writeOrderFilter } from './order-filter.ts';
import { ordersPerPage } from './order-filter.ts';
import { orderColumns } from './order-columns.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { useOrderActions } from './use-order-actions.ts';
import { useOrderList } from './use-order-list.ts';

/** All orders of the shop: found by filters that live in the address, read page by page, shipped or deleted. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const filter = readOrderFilter(params);
  const paging = useCursorPaging();
  const list = useOrderList(filter, paging.cursor);
  const stats = useServerData('stats', getStats);
  const [opened, setOpened] = useState<Order | null>(null);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [deleting, setDeleting] = useState<Order | null>(null);
  const [exporting, setExporting] = useState(false);

  const { replace, reload } = list;
  const settled = useCallback(
    (orderId: string, order: Order | null) => {
      replace(orderId, order);
      setOpened((shown) => (shown?._id === orderId && order !== null ? order : shown));
      if (order === null) setDrawerOpen(false);
    },
    [replace],
  );
  const actions = useOrderActions(settled);
  const refreshSoon = useSoon(() => {
    reload();
    stats.reload();
  }, 800);
  useLiveOrders(
    useCallback(
      (news: LiveOrder) => {
        settled(news.orderId, news.order as Order | null);
        refreshSoon();
      },
      [settled, refreshSoon],
    ),
  );

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
  const open = (order: Order) => {
    setOpened(order);
    setDrawerOpen(true);
  };

  const page = list.data;
  const columns = orderColumns({
    busyId: actions.busyId,
    onOpen: open,
    onShip: (order) => void actions.ship(order),
    onDelete: setDeleting,
  });
  return (
    <Stack gap="xl">
      <PageTitle>Manage All Orders</PageTitle>
      <AdminNumbers stats={stats.data} />
      <OrderFilterBar
        filter={filter}
        onChange={filterBy}
        onExport={() => void exportCsv()}
        exporting={exporting}
      />
      <div>
        <Text fw={600} mb="sm" role="status">
          {page ? `${page.total} order(s)${isFiltered(filter) ? ' fit the filter' : ' in total'}` : 'Reading…'}
        </Text>
        {list.error ? <ErrorPanel error={list.error} onRetry={list.reload} /> : null}
        {!page && !list.error ? <RowSkeletons rows={6} /> : null}
        {page?.items.length === 0 ? (
          <EmptyState
            title={isFiltered(filter) ? 'No order fits this filter' : 'No orders yet'}
            text={isFiltered(filter) ? 'Take a part of it away, or begin anew.' : 'The first one will appear here by itself.'}
            action={isFiltered(filter) ? { label: 'Clear filters', onClick: () => filterBy(noFilter) } : undefined}
          />
        ) : null}
        {page && page.items.length > 0 ? (
          <>
            <AdminTable
              caption="Orders"
              columns={columns}
              rows={page.items}
              rowKey={(order) => order._id}
              busy={list.loading}
            />
            <Pager
              paging={paging}
              nextCursor={page.nextCursor}
              total={page.total}
              shown={page.items.length}
              perPage={ordersPerPage}
            />
          </>
        ) : null}
      </div>
      {opened ? (
        <OrderDrawer
          order={opened}
          opened={drawerOpen}
          busy={actions.busyId === opened._id}
          onClose={() => setDrawerOpen(false)}
          onShip={() => void actions.ship(opened)}
          onDelete={() => setDeleting(opened)}
        />
      ) : null}
      <ConfirmModal
        opened={deleting !== null}
        title="Delete this order?"
        confirmLabel="Delete order"
        busy={deleting !== null && actions.busyId === deleting._id}
        onCancel={() => setDeleting(null)}
        onConfirm={async () => {
          if (deleting) await actions.remove(deleting);
          setDeleting(null);
          refreshSoon();
        }}
      >
        {deleting
          ? `${deleting.quantity} × ${deleting.toolsName} for ${deleting.email}. The pieces go back on the shelf. This cannot be undone.`
          : ''}
      </ConfirmModal>
    </Stack>
  );
}
