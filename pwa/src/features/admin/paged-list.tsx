import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Page } from '../../shared/api/calls.ts';
import { ErrorPanel } from '../../shared/ui/error-panel.tsx';
import { RowSkeletons } from '../../shared/ui/skeletons.tsx';
import { AdminTable, type Column } from './admin-table.tsx';
import { Pager, type useCursorPaging } from './pager.tsx';
import type { ServerData } from './use-server-data.ts';

interface PagedListProps<Row> {
  list: ServerData<Page<Row>>;
  paging: ReturnType<typeof useCursorPaging>;
  perPage: number;
  /** Names the list for people who do not see it. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Says how many there are. */
  count: (total: number) => string;
  /** Shown in place of an empty table. */
  empty: ReactNode;
}

/** A list of the server, page by page: how many there are, then its rows, or why there are none. */
export function PagedList<Row extends { _id: string }>({
  list,
  paging,
  perPage,
  caption,
  columns,
  count,
  empty,
}: PagedListProps<Row>) {
  const { data: page, error, loading, stale, reload } = list;
  const isUnknown = page === undefined && error === null;
  return (
    <div>
      <Text fw={600} mb="sm" role="status">
        {page === undefined ? isUnknown && 'Loading…' : count(page.total)}
      </Text>
      {error !== null && <ErrorPanel error={error} onRetry={reload} />}
      {isUnknown && <RowSkeletons count={6} />}
      {page?.items.length === 0 && empty}
      {page !== undefined && page.items.length > 0 && (
        <>
          <AdminTable
            caption={caption}
            columns={columns}
            rows={page.items}
            rowKey={({ _id }) => _id}
            busy={loading}
            stale={stale}
          />
          <Pager
            paging={paging}
            nextCursor={page.nextCursor}
            total={page.total}
            shown={page.items.length}
            perPage={perPage}
          />
        </>
      )}
    </div>
  );
}
