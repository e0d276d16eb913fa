import { Card, Table } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { useIsPhone } from '../../shared/ui/use-is-phone.ts';
import classes from './admin-table.module.css';
import { useRestoredFocus } from './use-restored-focus.ts';

/** One column of an admin list. On a phone every row becomes a card; `card` says where the cell goes there. */
export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row, index: number) => ReactNode;
  /** Right-aligned, with figures of equal width. */
  numeric?: boolean;
  /** 'field' (default): a labelled line · 'picture' and 'title': the card's head · 'action': the card's foot. */
  card?: 'field' | 'picture' | 'title' | 'action';
}

interface AdminTableProps<Row> {
  /** Names the list for people who do not see it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** True while rows are on their way. */
  busy?: boolean;
  /** True while the rows of another question stand in for them: these are fainter. Newer states of the same rows come unseen. */
  stale?: boolean;
}

interface RowCardProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  rowKey: string;
  index: number;
}

function RowCard<Row>({ columns, row, rowKey, index }: RowCardProps<Row>) {
  const cells = (where: Column<Row>['card']) =>
    columns
      .filter((column) => (column.card ?? 'field') === where)
      .map((column) => ({ ...column, content: column.cell(row, index) }));
  const boxes = (list: ReturnType<typeof cells>) =>
    list.map(({ id, content }) => (
      <div key={id} data-column={id}>
        {content}
      </div>
    ));
  const actions = cells('action').filter(({ content }) => content !== null);
  return (
    <Card component="li" withBorder padding="md" className={classes.card} data-row={rowKey}>
      <div className={classes.cardHead}>
        {boxes(cells('picture'))}
        <div className={classes.cardTitle}>{boxes(cells('title'))}</div>
      </div>
      <dl className={classes.fields}>
        {cells('field').map(({ id, header, content }) => (
          <div key={id} className={classes.field} data-column={id}>
            <dt>{header}</dt>
            <dd>{content}</dd>
          </div>
        ))}
      </dl>
      {actions.length > 0 && <div className={classes.actions}>{boxes(actions)}</div>}
    </Card>
  );
}

/**
 * An admin list: a table with a sticky head where there is room for one, cards on a phone. Whoever presses a control in
 * it keeps the place when that changes or goes.
 */
export function AdminTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  busy = false,
  stale = false,
}: AdminTableProps<Row>) {
  const narrow = useIsPhone();
  const list = useRestoredFocus();
  if (narrow) {
    return (
      <ul
        ref={list as RefObject<HTMLUListElement>}
        className={classes.cards}
        aria-label={caption}
        aria-busy={busy}
        data-stale={stale || undefined}
      >
        {rows.map((row, index) => (
          <RowCard key={rowKey(row)} columns={columns} row={row} rowKey={rowKey(row)} index={index} />
        ))}
      </ul>
    );
  }
  return (
    <div ref={list as RefObject<HTMLDivElement>} className={classes.scroller}>
      <Table
        className={classes.table}
        aria-label={caption}
        aria-busy={busy}
        data-stale={stale || undefined}
        highlightOnHover
        verticalSpacing="sm"
      >
        <Table.Thead className={classes.head}>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.id} scope="col" data-numeric={column.numeric || undefined}>
                {column.header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={rowKey(row)} data-row={rowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column.id} data-column={column.id} data-numeric={column.numeric || undefined}>
                  {column.cell(row, index)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
