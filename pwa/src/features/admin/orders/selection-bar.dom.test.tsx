import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { orderOf } from '../../../shared/testing/order.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { workOf } from './testing-work.ts';

const orders = ['ord_1', 'ord_2'].map((_id) => orderOf({ _id }));

function show(printable: typeof orders) {
  const on = { onSelectAll: vi.fn(), onPrint: vi.fn(), onPick: vi.fn() };
  renderInShop(
    <SelectionBar orders={orders} selected={orders} printable={printable} work={workOf()} {...on} />,
  );
  return on;
}

test('the buttons say how many of the ticked orders are printed and picked', async () => {
  const { onPrint, onPick } = show(orders.slice(0, 1));
  screen.getByText('2 selected');
  await userEvent.click(screen.getByRole('button', { name: 'Print selected (1)' }));
  await userEvent.click(screen.getByRole('button', { name: 'Pick list (1)' }));
  expect([onPrint, onPick].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('nothing is printed or picked where no parcel of the ticked orders leaves', () => {
  show([]);
  for (const name of ['Print selected', 'Pick list']) {
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
  }
});

test('orders on hold are left out of what ships, and it is said', async () => {
  const at = '2026-01-03T10:00:00.000Z';
  const dispute = { status: 'needs_response', reason: 'fraudulent', amount: 36, at, open: true };
  const held = [
    orderOf({ _id: 'ord_3', cancellation: { reason: 'mistake', at, declinedAt: null } }),
    orderOf({ _id: 'ord_4', dispute }),
    orderOf({ _id: 'ord_5', dispute: { ...dispute, status: 'lost', open: false } }),
  ];
  const work = workOf();
  const all = [...orders, ...held];
  const on = { onSelectAll: vi.fn(), onPrint: vi.fn(), onPick: vi.fn() };
  renderInShop(<SelectionBar orders={all} selected={all} printable={orders} work={work} {...on} />);
  screen.getByText('5 selected, 3 on hold and left out');
  await userEvent.click(screen.getByRole('button', { name: 'Ship selected (2)' }));
  expect(work.ship).toHaveBeenCalledExactlyOnceWith(orders.map((order) => ({ order })));
});
