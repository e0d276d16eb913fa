import { Table, UnstyledButton } from '@mantine/core';
import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_text,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import classes from './admin-table.module.css';
import { useAddress } from './use-address.ts';
import { useRestoredFocus } from './use-restored-focus.ts';

/** A column of an admin list. */
export interface Column<Row> {
  /** Names it in the address where the rows can be sorted by it; its header unless told. */
  id?: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The value that the rows are sorted by; a column without one does not sort. */
  value?: (row: Row) => string | number;
  /** Right-aligned, with figures of equal width. */
  numeric?: boolean;
  /** The place of the cell in a phone's card; without it the cell is a labelled line. */
  card?: 'picture' | 'title' | 'action';
}

interface AdminTableProps<Row> {
  /** Names the list for people who do not see it. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  /** How many of them are shown, the first by the present order. */
  most?: number;
  /** True while rows are on their way. */
  busy?: boolean;
  /** True while the rows of another question stand in for them: these are fainter. */
  stale?: boolean;
}

/** Sorting alone; names with numbers in them by the numbers. */
const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, text: sortFn_text },
});
const arrows = { asc: ' ↑', desc: ' ↓' };
const sorts = { asc: 'ascending', desc: 'descending' } as const;

/**
 * An admin list: a table with a sticky head where there is room for one, cards on a phone. The address holds by which column the rows are
 * sorted (`sort`). A control that is pressed keeps the focus.
 */
export function AdminTable<Row extends { _id: string }>({
  caption,
  columns: given,
  rows,
  most,
  busy = false,
  stale = false,
}: AdminTableProps<Row>) {
  const columns = given.map((column) => ({ id: column.header, ...column }));
  const { word, change } = useAddress();
  const list = useRestoredFocus<HTMLDivElement>();
  const sort = word('sort');
  const id = sort.replace('-', '');
  const table = useTable({
    features,
    data: rows,
    columns: columns.map(({ id, value }) => ({ id, ...(value && { accessorFn: value }) })),
    getRowId: ({ _id }) => _id,
    autoResetAll: false,
    state: { sorting: columns.some((column) => column.id === id) ? [{ id, desc: sort !== id }] : [] },
  });
  return (
    <div ref={list} className={classes.scroller}>
      <Table
        className={classes.table}
        aria-label={caption}
        aria-busy={busy}
        data-stale={stale || undefined}
        verticalSpacing="sm"
      >
        <Table.Thead className={classes.head}>
          <Table.Tr>
            {columns.map(({ id, header, value, numeric }) => {
              const sorted = table.getColumn(id)?.getIsSorted() ?? false;
              const next = sorted === false ? id : sorted === 'asc' ? `-${id}` : '';
              return (
                <Table.Th
                  key={id}
                  scope="col"
                  data-numeric={numeric}
                  {...(value && { 'aria-sort': sorted ? sorts[sorted] : 'none' })}
                >
                  {value ? (
                    <UnstyledButton
                      className={classes.sort}
                      onClick={() => change({ sort: next }, { replace: true, state: { keepsScroll: true } })}
                    >
                      {header}
                      <span aria-hidden>{sorted && arrows[sorted]}</span>
                    </UnstyledButton>
                  ) : (
                    header
                  )}
                </Table.Th>
              );
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table
            .getRowModel()
            .rows.slice(0, most)
            .map(({ original: row }) => (
              <Table.Tr key={row._id} data-row={row._id}>
                {columns.map(({ id, header, cell, numeric, card }) => (
                  <Table.Td
                    key={id}
                    data-column={id}
                    data-numeric={numeric}
                    data-card={card}
                    data-label={header}
                  >
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
