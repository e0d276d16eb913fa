import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { noFilter, type OrderFilter } from './order-filter.ts';
import { OrderFilterBar } from './order-filter-bar.tsx';

const show = (filter: OrderFilter = noFilter) => {
  const onChange = vi.fn<(filter: OrderFilter) => void>();
  renderInShop(
    <OrderFilterBar filter={filter} onChange={onChange} onExport={() => undefined} exporting={false} />,
  );
  return onChange;
};

test('typed words act on Search, not on every letter', async () => {
  const onChange = show();
  await userEvent.type(screen.getByLabelText('Tools name'), ' saw ');
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ ...noFilter, search: 'saw' });
});

test('a choice acts at once and takes the typed words along', async () => {
  const onChange = show();
  await userEvent.type(screen.getByLabelText('Customer'), 'a@b.c');
  await userEvent.selectOptions(screen.getByLabelText('Payment'), 'Unpaid');
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ ...noFilter, email: 'a@b.c', paid: 'false' });
});

test('filters can be cleared only while there are some', async () => {
  const onChange = show({ ...noFilter, status: 'Shipped' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(noFilter);
});

test('clearing the filters clears the words as well that were typed and not searched for', async () => {
  show({ ...noFilter, status: 'Shipped' });
  await userEvent.type(screen.getByLabelText('Tools name'), 'saw');
  await userEvent.type(screen.getByLabelText('Customer'), 'a@b.c');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(screen.getByLabelText<HTMLInputElement>('Tools name').value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Customer').value).toBe('');
});
