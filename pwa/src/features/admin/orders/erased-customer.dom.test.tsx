import type { Order } from '@karigar/bff/contracts';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { Component as ManageOrdersPage } from './manage-orders-page.tsx';
import { OrderDrawer } from './order-drawer.tsx';

const order = {
  _id: 'ord_1',
  version: 3,
  toolsName: 'Hand saw',
  image: '/images/saw.webp',
  name: 'Erased customer',
  email: '',
  address: '',
  city: '',
  zip: '',
  quantity: 3,
  unitPrice: 12,
  price: 36,
  paid: true,
  status: 'Shipped',
  transactionId: 'pi_1',
  createdAt: '2026-01-02T10:00:00.000Z',
} as Order;

vi.mock('../../../shared/api/calls.ts', () => ({
  getOrders: async () => ({ items: [order], total: 1, nextCursor: null }),
  getOrderTimeline: async () => [],
  getStats: () => new Promise(() => undefined),
}));
vi.mock('../../../shared/live/live-orders.ts', () => ({ useLiveOrders: () => undefined }));

test('the list shows an erased customer’s order under the name that is left', async () => {
  renderInShop(<ManageOrdersPage />);
  const row = await screen.findByRole('row', { name: /Hand saw/ });
  expect(within(row).getByText('Erased customer')).toBeDefined();
  expect(within(row).getByText('$36')).toBeDefined();
});

test('its drawer says that nobody knows where it went, and prints no slip', async () => {
  const nothing = () => undefined;
  renderInShop(
    <OrderDrawer order={order} opened busy={false} onClose={nothing} onShip={nothing} onDelete={nothing} />,
  );
  expect(await screen.findByText(/Erased customer: name, email and address are gone/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /email address/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Print packing slip' })).toBeNull();
});
