import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Queries } from '../../../../shared/queries/queries.tsx';
import { renderInShop } from '../../../../shared/testing/render.tsx';
import { noFilter, type OrderFilter } from '../model/order-filter.ts';
import { OrderFilterBar } from './order-filter-bar.tsx';

const show = (filter: OrderFilter = noFilter) => {
  const onChange = vi.fn<(filter: OrderFilter) => void>();
  renderInShop(
    <Queries>
      <OrderFilterBar filter={filter} onChange={onChange} narrows onPaste={() => undefined} />
    </Queries>,
  );
  return onChange;
};
const box = () => screen.getByLabelText<HTMLInputElement>('Order, customer or tool');
const openFilter = () => userEvent.click(screen.getByRole('button', { name: /^Filter/ }));

test('typed words act on Search, not on every letter', async () => {
  const onChange = show();
  await userEvent.type(box(), ' saw ');
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ ...noFilter, find: 'saw' });
});

test('refunded orders are looked for among all', async () => {
  const onChange = show();
  await openFilter();
  await userEvent.selectOptions(screen.getByLabelText('Refund'), 'Refunded');
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ ...noFilter, tab: 'all', refunded: 'true' });
});

test('the button says how many choices stand behind it', () => {
  show({ ...noFilter, from: '2026-01-02', to: '2026-01-03' });
  screen.getByRole('button', { name: 'Filter (2)' });
});

test('filters can be cleared only while there are some, and the tab stays', async () => {
  const onChange = show({ ...noFilter, tab: 'shipped', find: 'saw' });
  await openFilter();
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ ...noFilter, tab: 'shipped' });
});

test('the buttons beside the box are one stop of the Tab key', async () => {
  show();
  screen.getByRole('button', { name: 'Search' }).focus();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Filter');
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('Ship from a list');
});
