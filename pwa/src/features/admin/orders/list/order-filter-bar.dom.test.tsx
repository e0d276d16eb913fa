import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Queries } from '../../../../shared/queries/queries.tsx';
import { renderInShop } from '../../../../shared/testing/render.tsx';
import { noFilter, type OrderFilter } from '../model/order-filter.ts';
import { OrderFilterBar } from './order-filter-bar.tsx';

const show = (filter: Partial<OrderFilter> = {}) => {
  const onChange = vi.fn<(filter: OrderFilter) => void>();
  renderInShop(
    <Queries>
      <OrderFilterBar
        filter={{ ...noFilter, ...filter }}
        onChange={onChange}
        narrows
        onPaste={() => undefined}
      />
    </Queries>,
  );
  return onChange;
};

test('typed words act on Search, not on every letter', async () => {
  const onChange = show();
  await userEvent.type(screen.getByLabelText('Order, customer or tool'), ' saw ');
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ ...noFilter, find: 'saw' });
});

test('refunded orders are looked for among all; filters can be cleared, and the tab stays', async () => {
  const onChange = show({ tab: 'shipped', find: 'saw', from: '2026-01-02', to: '2026-01-03' });
  await userEvent.click(screen.getByRole('button', { name: 'Filter (2)' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onChange).toHaveBeenLastCalledWith({ ...noFilter, tab: 'shipped' });
  await userEvent.selectOptions(screen.getByLabelText('Refund'), 'Refunded');
  expect(onChange.mock.lastCall?.[0]).toMatchObject({ tab: 'all', refunded: 'true' });
});

test('the buttons beside the box are one stop of the Tab key', async () => {
  show();
  screen.getByRole('button', { name: 'Search' }).focus();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Filter');
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('Ship from a list');
});
