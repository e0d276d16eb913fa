import type { LiveOrder, Order, Stats } from '@karigar/bff/contracts';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Page } from '../../../shared/api/calls.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { Component as ManageOrdersPage } from './manage-orders-page.tsx';

const shop = vi.hoisted(() => ({
  getOrders: vi.fn<() => Promise<Page<Order>>>(),
  live: { onNews: (_: LiveOrder) => {}, onMissed: () => {} },
}));
vi.mock('../../../shared/api/calls.ts', () => ({
  getOrders: shop.getOrders,
  getStats: async (): Promise<Stats> => ({
    orders: { unpaid: 0, paid: 0, shipped: 0, deleted: 0 },
    revenue: 0,
    awaitingPayment: 0,
    lowStock: [],
  }),
}));
vi.mock('../../../shared/live/live-orders.ts', () => ({
  useLiveOrders: (onNews: (news: LiveOrder) => void, onMissed: () => void) => {
    shop.live = { onNews, onMissed };
  },
}));

const order = (id: string) =>
  ({ _id: id, version: 1, toolsName: id, email: 'r@x.com', createdAt: '2026-01-01T00:00:00Z' }) as Order;
const pageOf = (...ids: string[]): Page<Order> => ({
  items: ids.map(order),
  total: ids.length,
  nextCursor: null,
});
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  shop.getOrders.mockReset();
});

test('what may have been missed is read again', async () => {
  shop.getOrders.mockResolvedValueOnce(pageOf('saw')).mockResolvedValue(pageOf('axe', 'saw'));
  renderInShop(<ManageOrdersPage />);
  await wait(0);
  screen.getByText('1 order(s) in total');
  act(() => shop.live.onMissed());
  await wait(1_000);
  screen.getByText('2 order(s) in total');
  expect(shop.getOrders).toHaveBeenCalledTimes(2);
});

test('a slow list of a busy shop is waited for, however much news comes meanwhile', async () => {
  shop.getOrders.mockImplementation(
    () => new Promise((resolve) => setTimeout(() => resolve(pageOf('saw')), 2_000)),
  );
  renderInShop(<ManageOrdersPage />);
  for (let seq = 1; seq <= 30; seq += 1) {
    act(() => shop.live.onNews({ seq, type: 'order.created', orderId: `o${seq}`, order: order(`o${seq}`) }));
    await wait(100);
  }
  screen.getByText('1 order(s) in total');
});
