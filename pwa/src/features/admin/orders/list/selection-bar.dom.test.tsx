import type { Order } from '@karigar/bff/contracts';
import { act, renderHook, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { orderOf } from '../../../../shared/testing/order.ts';
import { renderInShop } from '../../../../shared/testing/render.tsx';
import { printSlips } from '../print/packing-slip.tsx';
import { workOf } from '../work/testing/work.ts';
import { SelectionBar, useSelection } from './selection-bar.tsx';

vi.mock('../print/packing-slip.tsx');

const orders = ['ord_1', 'ord_2'].map((_id) => orderOf({ _id }));
const selectionOf = (selected: Order[]) => ({
  ids: new Set(selected.map(({ _id }) => _id)),
  toggle: vi.fn(),
  toggleAll: vi.fn(),
});
const show = (selected: Order[], work = workOf()) =>
  renderInShop(<SelectionBar orders={selected} selection={selectionOf(selected)} work={work} />);
const refund = { amount: 36, at: '2026-01-03T10:00:00.000Z', restocked: true, whole: true };
const refunded = orderOf({ _id: 'ord_6', refund });

test('the buttons say how many of the ticked orders are printed and picked', async () => {
  show([...orders, refunded]);
  screen.getByText('3 selected');
  await userEvent.click(screen.getByRole('button', { name: 'Print selected (2)' }));
  expect(printSlips).toHaveBeenCalledExactlyOnceWith(orders);
  await userEvent.click(screen.getByRole('button', { name: 'Pick list (2)' }));
  within(await screen.findByRole('dialog', { name: 'Pick list' })).getByText('6 pieces for 2 order(s)');
});

test('nothing is printed or picked where no parcel of the ticked orders leaves', () => {
  show([refunded]);
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
  show([...orders, ...held], work);
  screen.getByText('5 selected, 3 on hold and left out');
  await userEvent.click(screen.getByRole('button', { name: 'Ship selected (2)' }));
  expect(work.ship).toHaveBeenCalledExactlyOnceWith(orders.map((order) => ({ order })));
});

/** The ticked rows after these presses, in the order of the list; a press with Shift has it before the row, one on "Select all" is `all`. */
function ticked(...presses: string[]) {
  const { result } = renderHook(() => useSelection(['a', 'b', 'c', 'd', 'e']));
  for (const press of presses) {
    act(() => {
      if (press === 'all') result.current.toggleAll();
      else result.current.toggle(press.slice(-1), press.startsWith('⇧'));
    });
  }
  return [...result.current.ids].sort().join('');
}

test.each([
  ['a row is ticked', ['b'], 'b'],
  ['and unticked', ['b', 'b'], ''],
  ['a range goes from the row before to this one', ['b', '⇧d'], 'bcd'],
  ['upwards too', ['c', '⇧a'], 'abc'],
  ['a range of a ticked row unticks', ['all', 'c', '⇧d'], 'abe'],
  ['a range without a row before is that row alone', ['⇧d'], 'd'],
  ['all rows are ticked', ['b', 'all'], 'abcde'],
  ['and none once all are', ['b', 'all', 'all'], ''],
])('%s', (_, presses, rows) => {
  expect(ticked(...presses)).toBe(rows);
});

test('the focus goes from Ship selected to Undo', async () => {
  show(orders);
  await userEvent.click(screen.getByRole('button', { name: /^Ship selected/ }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));
});
