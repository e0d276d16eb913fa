import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInShop } from '../../shared/testing/render.tsx';
import { AdminTable, type Column } from './admin-table.tsx';

interface Row {
  id: string;
  name: string;
  price: number;
}
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', card: 'title', cell: (row) => row.name },
  { id: 'price', header: 'Price', numeric: true, cell: (row) => `$${row.price}` },
  { id: 'act', header: 'Act', card: 'action', cell: (row) => <button type="button">Edit {row.name}</button> },
];
const rows = [
  { id: 'a', name: 'Saw', price: 9 },
  { id: 'b', name: 'Level', price: 12 },
];
const show = () =>
  renderInShop(<AdminTable caption="Tools" columns={columns} rows={rows} rowKey={(row) => row.id} />);

afterEach(() => vi.unstubAllGlobals());

test('shows a table with one row for each thing where there is room', () => {
  show();
  const table = screen.getByRole('table', { name: 'Tools' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Name', 'Price', 'Act']);
  expect(within(table).getAllByRole('row')).toHaveLength(3);
});

test('shows one card for each thing on a phone, with the same words and buttons', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: true,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  show();
  expect(screen.queryByRole('table')).toBeNull();
  const cards = within(screen.getByRole('list', { name: 'Tools' })).getAllByRole('listitem');
  expect(cards).toHaveLength(2);
  expect(cards[1]?.textContent).toContain('Level');
  expect(cards[1]?.textContent).toContain('Price$12');
  expect(within(cards[1] as HTMLElement).getByRole('button', { name: 'Edit Level' })).toBeDefined();
});

function Shrinking() {
  const [left, setLeft] = useState(rows);
  const takeAway = (row: Row) => setLeft(left.filter(({ id }) => id !== row.id));
  const take: Column<Row> = {
    id: 'take',
    header: 'Take',
    cell: (row) => (
      <button type="button" onClick={() => takeAway(row)}>
        Take {row.name} away
      </button>
    ),
  };
  return (
    <>
      <h1 tabIndex={-1} data-page-title>
        Tools
      </h1>
      {left.length === 0 ? null : (
        <AdminTable caption="Tools" columns={[...columns, take]} rows={left} rowKey={(row) => row.id} />
      )}
    </>
  );
}

test('a row that leaves hands the focus to the same control of the next row, and the last one to the heading', async () => {
  renderInShop(<Shrinking />);
  for (const name of ['Saw', 'Level']) {
    const button = screen.getByRole('button', { name: `Take ${name} away` });
    button.focus();
    fireEvent.click(button);
    if (name === 'Saw') {
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Take Level away' }));
    }
  }
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Tools' }));
});

test('who clicks beside the controls is not brought back to them', () => {
  const { rerender } = show();
  screen.getByRole('button', { name: 'Edit Saw' }).focus();
  fireEvent.pointerDown(document.body);
  (document.activeElement as HTMLElement).blur();
  expect(document.activeElement).toBe(document.body);
  rerender(<p>Something else</p>);
  expect(document.activeElement).toBe(document.body);
});
