import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Queries } from '../../../shared/queries/queries.tsx';
import { orderOf } from '../../../shared/testing/order.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { OrderDrawer } from './drawer/order-drawer.tsx';
import { OrderDetails } from './drawer/order-facts.tsx';
import { Component as ManageOrdersPage } from './manage-orders-page.tsx';
import { workOf } from './work/testing/work.ts';

const order = orderOf({
  name: 'Erased customer',
  email: '',
  address: '',
  city: '',
  zip: '',
  status: 'Shipped',
});

vi.mock('../../../shared/api/calls.ts', () => ({
  getOrders: async () => ({ items: [order], total: 1, nextCursor: null, found: null }),
  getOrderTimeline: async () => [],
  getStats: () => new Promise(() => undefined),
}));
vi.mock('../../../shared/live/live-orders.ts', () => ({ useLiveOrders: () => undefined }));
vi.mock('../../../shared/saved/shop-config.ts', () => ({ useConfig: () => undefined }));

test('the list shows an erased customer’s order under the name that is left', async () => {
  renderInShop(<ManageOrdersPage />);
  const row = await screen.findByRole('row', { name: /Hand saw/ });
  expect(within(row).getByText('Erased customer')).toBeDefined();
  expect(within(row).getByText('$36')).toBeDefined();
});

test('its drawer says that nobody knows where it went, and prints no slip', async () => {
  renderInShop(
    <Queries>
      <OrderDrawer
        subject={{ reference: 'K-180', order, error: null, isGone: false }}
        opened
        shippings={new Map()}
        previous={null}
        next={null}
        onGo={vi.fn()}
        onClose={vi.fn()}
      >
        {(shown) => <OrderDetails order={shown} work={workOf()} />}
      </OrderDrawer>
    </Queries>,
  );
  expect(await screen.findByText(/Erased customer: name, email and address have been erased/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /email address/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Print packing slip/ })).toBeNull();
});
