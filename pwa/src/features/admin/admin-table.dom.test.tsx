import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { renderInShop } from '../../shared/testing/render.tsx';
import { AdminTable, type Column } from './admin-table.tsx';

interface Row {
  _id: string;
  name: string;
  price: number;
}
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', card: 'title', value: ({ name }) => name, cell: ({ name }) => name },
  { id: 'price', header: 'Price', value: ({ price }) => price, cell: ({ price }) => `$${price}` },
  { id: 'act', header: 'Act', cell: ({ name }) => <button type="button">Edit {name}</button> },
];
const rows = [
  { _id: 'a', name: 'Saw', price: 9 },
  { _id: 'b', name: 'Level', price: 12 },
];
const Address = () => <output>{useLocation().search}</output>;
const show = () => renderInShop(<AdminTable caption="Tools" columns={columns} rows={rows} />);

test('sorts by a column, up, down and as the rows came, and keeps that in the address', () => {
  renderInShop(
    <>
      <Address />
      <AdminTable caption="Tools" columns={columns} rows={rows} />
    </>,
    { path: '/?search=a&sort=-price' },
  );
  const names = () => screen.getAllByRole('button', { name: /^Edit/ }).map((button) => button.textContent);
  const header = screen.getByRole('columnheader', { name: 'Name' });
  expect(names()).toEqual(['Edit Level', 'Edit Saw']);
  for (const [sort, order, address] of [
    ['ascending', ['Edit Level', 'Edit Saw'], '?search=a&sort=name'],
    ['descending', ['Edit Saw', 'Edit Level'], '?search=a&sort=-name'],
    ['none', ['Edit Saw', 'Edit Level'], '?search=a'],
  ] as const) {
    fireEvent.click(within(header).getByRole('button'));
    expect(header.getAttribute('aria-sort')).toBe(sort);
    expect(names()).toEqual(order);
    screen.getByText(address);
  }
});

function Shrinking() {
  const [left, setLeft] = useState(rows);
  const takeAway = (row: Row) => setLeft(left.filter(({ _id }) => _id !== row._id));
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
      {left.length === 0 ? null : <AdminTable caption="Tools" columns={[...columns, take]} rows={left} />}
    </>
  );
}

test('a row that leaves hands the focus to the same control of the next row, and the last one to the heading', async () => {
  renderInShop(<Shrinking />);
  for (const name of ['Saw', 'Level']) {
    const button = screen.getByRole('button', { name: `Take ${name} away` });
    button.focus();
    fireEvent.click(button);
    const next =
      name === 'Saw' ? { role: 'button', name: 'Take Level away' } : { role: 'heading', name: 'Tools' };
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole(next.role, { name: next.name })),
    );
  }
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

/** A list of one row whose control opens a dialog, which takes the focus with it when it goes. */
function Opening() {
  const [opened, setOpened] = useState(false);
  const button = (name: string, opens: boolean) => (
    <button type="button" onClick={() => setOpened(opens)}>
      {name}
    </button>
  );
  const open: Column<Row> = { id: 'open', header: 'More', cell: () => button('Open', true) };
  return (
    <>
      <AdminTable caption="Tools" columns={[open]} rows={rows.slice(0, 1)} />
      {opened && <div role="dialog">{button('Close', false)}</div>}
    </>
  );
}

test('the focus comes back to a control that had it already when it was pressed', async () => {
  renderInShop(<Opening />);
  for (const name of ['Open', 'Close', 'Open', 'Close']) {
    const control = screen.getByRole('button', { name });
    // As a mouse does: what has the focus already hears of no new one.
    fireEvent.pointerDown(control);
    act(() => control.focus());
    fireEvent.click(control);
    if (name === 'Close')
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
  }
});
