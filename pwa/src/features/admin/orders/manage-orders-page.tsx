import type { Order } from '@karigar/bff/contracts';
import { Stack, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getStats } from '../../../shared/api/calls.ts';
import { download } from '../../../shared/api/download.ts';
import { failureText } from '../../../shared/api/failure.ts';
import { paths } from '../../../shared/paths.ts';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { saveFile } from '../../../shared/ui/save-file.ts';
import { dayOf } from '../../../shared/ui/time.ts';
import { notifyFailure } from '../../../shared/ui/toast.ts';
import { useCursorPaging } from '../pager.tsx';
import { useServerData } from '../use-server-data.ts';
import { useThrottled } from '../use-throttled.ts';
import { AdminNumbers } from './admin-numbers.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { inTab, type OrderFilter, orderQueryOf, readOrderFilter, writeOrderFilter } from './order-filter.ts';
import { OrderFilterBar } from './order-filter-bar.tsx';
import { OrderListView } from './order-list-view.tsx';
import { mayShip } from './order-questions.ts';
import { OrderTabs } from './order-tabs.tsx';
import { TrackingListDialog } from './shipping/tracking-list-dialog.tsx';
import { useDrawerSubject } from './use-drawer-subject.ts';
import { useLiveNews } from './use-live-news.ts';
import { useOpenOrder } from './use-open-order.ts';
import { useOrderList } from './use-order-list.ts';
import { useOrderWork } from './use-order-work.tsx';

/** What the file is called: today's date, so that two exports never overwrite each other by accident. */
const exportName = (): string => `karigar-orders-${dayOf(Date.now())}.csv`;

/** Saves every order of the filter, all its pages, as one CSV file; the server writes it. Throws ApiProblem or NoAnswerError. */
async function downloadOrders(filter: OrderFilter): Promise<void> {
  const query = new URLSearchParams(
    Object.entries(orderQueryOf(filter)).map(([key, value]) => [key, String(value)]),
  );
  saveFile(await download(`/orders.csv?${query}`, 'text/csv'), exportName());
}

/** All orders of the shop: found by what the address says, read page by page, shipped, printed, refunded or deleted. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const filter = readOrderFilter(params);
  const paging = useCursorPaging();
  const list = useOrderList(filter, paging.cursor);
  const stats = useServerData('stats', getStats);
  const address = useOpenOrder();
  const orders = list.data?.items ?? [];
  const opened = useDrawerSubject(address.reference, address.isOpen, orders);
  const { subject } = opened;
  const [pasting, setPasting] = useState(false);
  const [exporting, setExporting] = useState(false);

  const settled = (orderId: string, order: Order | null) => {
    list.replace(orderId, order);
    opened.replace(orderId, order);
  };
  const countSoon = useThrottled(() => {
    // A new question gives up the one before it: where sales are faster than the line no answer would ever come.
    if (stats.loading) return countSoon();
    stats.reload();
  }, 800);
  const { work, dialogs } = useOrderWork({
    onSettled: settled,
    onDone: () => {
      list.look();
      countSoon();
    },
    onRemoved: () => {
      if (address.reference !== null) address.close();
    },
  });
  const spoken = useLiveNews({
    shown: orders,
    shippings: work.shippings,
    onOrder: (orderId, order) => {
      settled(orderId, order);
      // What waits here and was shipped or refunded elsewhere is not sent.
      if (order === null || !mayShip(order)) work.drop([orderId]);
      list.heard(orderId);
      countSoon();
    },
    onMissed: () => {
      list.heard(null);
      opened.reload();
      countSoon();
    },
  });

  const filterBy = (next: OrderFilter) => {
    if (list.key === `${writeOrderFilter(next)}|`) list.reload();
    else setParams(writeOrderFilter(next));
  };
  const exportCsv = async () => {
    setExporting(true);
    try {
      await downloadOrders(filter);
    } catch (error) {
      notifyFailure(`The file could not be created. ${failureText(error)}`);
    }
    setExporting(false);
  };
  const place = orders.findIndex(address.isOpen);
  return (
    <Stack gap="md">
      <PageTitle title="Manage All Orders" within={paths.manageOrders} />
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      <OrderTabs tab={filter.tab} stats={stats.data} onChange={(tab) => filterBy(inTab(filter, tab))} />
      <OrderFilterBar
        filter={filter}
        onChange={filterBy}
        onExport={() => void exportCsv()}
        exporting={exporting}
        onPaste={() => setPasting(true)}
      />
      <OrderListView
        list={list}
        filter={filter}
        paging={paging}
        work={work}
        linkTo={address.linkTo}
        onFilter={filterBy}
      />
      <AdminNumbers stats={stats.data} />
      {subject && (
        <OrderDrawer
          subject={subject}
          opened={address.reference !== null}
          work={work}
          previous={orders[place - 1] ?? null}
          next={place === -1 ? null : (orders[place + 1] ?? null)}
          onGo={address.goOn}
          onClose={address.close}
        />
      )}
      <TrackingListDialog
        opened={pasting}
        shippings={work.shippings}
        onShip={work.ship}
        onClose={() => setPasting(false)}
      />
      {dialogs}
    </Stack>
  );
}
