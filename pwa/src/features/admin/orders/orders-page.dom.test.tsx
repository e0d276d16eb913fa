import type { LiveOrder, Order, OrderQuery, Stats } from '@karigar/bff/contracts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderPage } from '../../../shared/api/calls.ts';
import { orderOf } from '../../../shared/testing/order.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { Component as OrdersPage } from './orders-page.tsx';

const shop = vi.hoisted(() => ({
  getOrders: vi.fn<(query: OrderQuery) => Promise<OrderPage>>(),
  shipOrders: vi.fn(async () => []),
  live: { onNews: (_: LiveOrder) => {}, onMissed: () => {} },
}));
vi.mock('../../../shared/api/calls.ts', () => ({
  getOrders: shop.getOrders,
  getOrder: async (_id: string) => orderOf({ _id, version: 2, status: 'Shipped' }),
  shipOrders: shop.shipOrders,
  getStats: async (): Promise<Stats> => ({
    orders: { unpaid: 0, paid: 2, shipped: 0, refunded: 0, deleted: 0, attention: 1, cancelAsked: 1 },
    revenue: 0,
    givenBack: 0,
    awaitingPayment: 0,
    lowStock: [],
  }),
}));
vi.mock('../../../shared/live/live-orders.ts', () => ({
  useLiveOrders: (onNews: (news: LiveOrder) => void, onMissed: () => void) => {
    shop.live = { onNews, onMissed };
  },
}));
vi.mock('../../../shared/saved/shop-config.ts', () => ({ useConfig: () => undefined }));

const order = (id: string, fields: Partial<Order> = {}) =>
  orderOf({ _id: id, version: 1, toolsName: id, ...fields });
const pageOf = (...items: Order[]): OrderPage => ({
  items,
  total: items.length,
  nextCursor: null,
  found: null,
});
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const news = (type: string, now: Order | null, orderId = now?._id ?? '') =>
  act(() => shop.live.onNews({ seq: 9, type, orderId, order: now }));
/** What the shop answers from now on. */
const has = (...items: Order[]) => shop.getOrders.mockResolvedValue(pageOf(...items));
/** Opens the list, at an address, while the shop has these orders. */
async function open(items: Order[], path = '/') {
  has(...items);
  renderInShop(<OrdersPage />, { path });
  await wait(0);
}
/** The state that the first row shows. */
const stateOfFirst = () => document.querySelector('[data-row] [data-state]')?.textContent;
const tools = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.dataset.row);

const at = '2026-01-03T10:00:00.000Z';
const dispute = { status: 'needs_response', reason: 'fraudulent', amount: 36, at, open: true };
const cancellation = { reason: 'mistake', at, declinedAt: null } as const;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

test('names and cities stand apart from the words around them; an erased customer keeps the name that is left', async () => {
  const erased = { name: 'Erased customer', email: '', address: '', city: '', zip: '' };
  await open([order('saw', { name: 'محمد', city: 'مدينة' }), order('axe', { ...erased, status: 'Shipped' })]);
  for (const words of ['محمد', 'مدينة', 'Erased customer']) screen.getByText(words, { selector: 'bdi' });
});

test('a shipped row stays where it is; new orders wait behind a button that shows them', async () => {
  await open([order('saw'), order('axe')]);
  has(order('file'), order('axe'), order('plane'));
  news('order.shipped', order('saw', { status: 'Shipped', version: 2 }));
  for (const id of ['file', 'plane']) news('order.paid', order(id));
  await wait(1_000);
  expect(tools()).toEqual(['saw', 'axe']);
  expect(stateOfFirst()).toBe('Shipped');
  screen.getByText('K-180 of Rahima Khatun was shipped by somebody else.');
  fireEvent.click(screen.getByRole('button', { name: '2 new orders' }));
  await wait(0);
  expect(tools()).toEqual(['file', 'axe', 'plane']);
  expect(screen.queryByRole('button', { name: /new order/ })).toBeNull();
});

test('an empty list shows the first order by itself', async () => {
  await open([]);
  has(order('saw'));
  news('order.paid', order('saw'));
  await wait(1_000);
  expect(tools()).toEqual(['saw']);
});

test('a deleted order keeps its row', async () => {
  await open([order('saw', { paid: false }), order('axe', { paid: false })], '/?tab=unpaid');
  news('order.deleted', null, 'saw');
  expect(tools()).toEqual(['saw', 'axe']);
  screen.getByText('Deleted');
});

test('after a gap in the news the list is read again, and rows that left it say what became of them', async () => {
  await open([order('saw'), order('axe')]);
  has(order('file'), order('axe'));
  act(() => shop.live.onMissed());
  await wait(1_000);
  screen.getByRole('button', { name: '1 new order' });
  expect(tools()).toEqual(['saw', 'axe']);
  expect(stateOfFirst()).toBe('Shipped');
});

test('a slow list of a busy shop is waited for, however much news comes meanwhile', async () => {
  shop.getOrders.mockImplementation(
    () => new Promise((resolve) => setTimeout(() => resolve(pageOf(order('saw'))), 2_000)),
  );
  renderInShop(<OrdersPage />);
  for (let at = 1; at <= 30; at += 1) {
    news('order.created', order(`o${at}`));
    await wait(100);
  }
  screen.getByText('1 order(s) to ship');
});

test('what needs a decision is a tab, and keeps its place once it is decided', async () => {
  await open([order('saw', { version: 3, cancellation })]);
  fireEvent.click(screen.getByRole('tab', { name: 'Needs a decision 1' }));
  await wait(0);
  expect(shop.getOrders.mock.lastCall?.[0].attention).toBe('true');
  const decisions = within(screen.getByRole('list', { name: 'Needs a decision' }));
  decisions.getByText('The customer requested cancellation: “Ordered by mistake”.');
  for (const name of [/^Refund K-180/, /^Decline/, /^Ship anyway K-180/])
    decisions.getByRole('button', { name });
  news('order.cancellation-declined', order('saw', { version: 4 }));
  decisions.getByText(/^Decided/);
  expect(decisions.queryByRole('button')).toBeNull();
});

test('the tabs are one stop of the Tab key, with their counts', async () => {
  await open([]);
  const tabs = screen.getAllByRole('tab').map((tab) => [tab.textContent, tab.tabIndex]);
  expect(tabs).toEqual([
    ['Needs a decision 1', -1],
    ['To ship 2', 0],
    ['Unpaid 0', -1],
    ['Shipped 0', -1],
    ['Cancel requests 1', -1],
    ['All 2', -1],
  ]);
});

test('a disputed order is shipped once the question is answered', async () => {
  vi.useRealTimers();
  has(order('saw', { dispute, cancellation }));
  renderInShop(<OrdersPage />);
  fireEvent.click(await screen.findByRole('button', { name: /^Ship K-180/ }));
  const question = within(await screen.findByRole('dialog', { name: 'Ship this order anyway?' }));
  question.getByText(
    /The customer requested cancellation: .* Disputed: the payer says they did not authorize the payment/,
  );
  fireEvent.click(question.getByRole('button', { name: 'Ship anyway' }));
  await screen.findByText('Shipping');
  fireEvent(window, new Event('pagehide'));
  expect(shop.shipOrders).toHaveBeenCalledExactlyOnceWith(
    [{ order: 'saw', carrier: '', trackingNumber: '', despiteCancellation: true, despiteDispute: true }],
    { keepalive: true },
  );
});

test('a pasted list is checked, and shipped with its tracking numbers', async () => {
  vi.useRealTimers();
  has(order('saw'));
  renderInShop(<OrdersPage />);
  fireEvent.click(screen.getByRole('button', { name: 'Ship from a list' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ship from a list' }));
  const value = 'K-180, PA 1\nnonsense';
  fireEvent.change(dialog.getByLabelText('Order numbers and tracking numbers'), { target: { value } });
  fireEvent.click(dialog.getByRole('button', { name: 'Check the list' }));
  await dialog.findByText('1 to ship, 1 left out.');
  dialog.getByText('Line 2 needs an order number, a comma and a tracking number.');
  fireEvent.click(dialog.getByRole('button', { name: 'Ship 1 order' }));
  await screen.findByText('Shipping');
  fireEvent(window, new Event('pagehide'));
  expect(shop.shipOrders).toHaveBeenCalledExactlyOnceWith(
    [{ order: 'saw', carrier: '', trackingNumber: 'PA 1' }],
    { keepalive: true },
  );
});
