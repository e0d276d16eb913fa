import type { LiveParcel, OrderToShip, ParcelQuery } from '@karigar/bff/contracts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { Component as OrdersPage } from './orders-page.tsx';

const shop = vi.hoisted(() => ({
  parcels: [] as OrderToShip[],
  asked: vi.fn(),
  shipOrders: vi.fn(async () => []),
  onParcel: (_: LiveParcel) => {},
}));
vi.mock('../../../shared/api/calls.ts', () => ({
  async getParcels(query: ParcelQuery) {
    shop.asked(query);
    const items = shop.parcels.filter(({ status }) => status === query.status);
    return { items, total: items.length, nextCursor: null };
  },
  getParcel: async () => parcel('saw'),
  shipOrders: shop.shipOrders,
}));
vi.mock('../../../shared/live/live-orders.ts', () => ({
  useLiveOrders: (onParcel: (news: LiveParcel) => void) => {
    shop.onParcel = onParcel;
  },
}));
vi.mock('../../../shared/saved/shop-config.ts', () => ({ useConfig: () => undefined }));

const parcel = (_id: string, fields: Partial<OrderToShip> = {}): OrderToShip => ({
  _id,
  number: 180,
  version: 2,
  createdAt: '2026-01-02T10:00:00.000Z',
  toolId: 'tool_1',
  toolsName: 'Hand saw',
  image: '/images/saw.webp',
  quantity: 3,
  name: 'Rahima Khatun',
  address: 'House 12, Road 7',
  city: 'Dhaka',
  zip: '1209',
  phone: '01711-000000',
  status: 'pending',
  shippedAt: null,
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
  onHold: false,
  ...fields,
});
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const row = (id: string) => within(document.querySelector(`[data-row="${id}"]`) as HTMLElement);
async function open(path = '/dashboard/parcels') {
  renderInShop(
    <Routes>
      {['/dashboard/parcels', '/dashboard/parcels/:number'].map((each) => (
        <Route key={each} path={each} element={<OrdersPage />} />
      ))}
    </Routes>,
    { path },
  );
  await wait(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  shop.parcels = [parcel('saw'), parcel('axe', { number: 181, onHold: true })];
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

test('shows what is to ship and what has left, counted, and no money', async () => {
  shop.parcels.push(parcel('file', { status: 'Shipped' }));
  await open();
  const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
  expect(tabs).toEqual(['To ship 2', 'Shipped 1']);
  for (const words of ['3 × Hand saw', '1209', 'To ship']) row('saw').getByText(words);
  row('axe').getByText('On hold');
  expect(row('axe').queryByRole('button', { name: /^Ship/ })).toBeNull();
  expect(document.body.textContent).not.toMatch(/[$৳]|price|paid|refund|revenue|export/i);
  fireEvent.click(screen.getByRole('tab', { name: /Shipped/ }));
  await wait(0);
  row('file');
});

test('a change elsewhere shows in its row; an order that is not to be shipped any more keeps its place', async () => {
  await open();
  act(() => shop.onParcel({ orderId: 'axe', order: parcel('axe', { number: 181, version: 3 }) }));
  act(() => shop.onParcel({ orderId: 'saw', order: null }));
  await wait(0);
  row('axe').getByRole('button', { name: 'Ship K-181 of Rahima Khatun' });
  row('saw').getByText('Not to be shipped any more');
  expect(row('saw').queryByRole('button', { name: /^Ship/ })).toBeNull();
});

test('an opened order says where it goes and no money, and ships with a tracking number', async () => {
  await open('/dashboard/parcels/K-180');
  const drawer = within(screen.getByRole('dialog'));
  drawer.getByText('House 12, Road 7');
  drawer.getByRole('button', { name: 'Print packing slip: K-180 of Rahima Khatun' });
  expect(screen.getByRole('dialog').textContent).not.toMatch(/[$৳]|price|paid|refund|email/i);
  fireEvent.change(drawer.getByLabelText('Tracking number'), { target: { value: 'PA 1' } });
  fireEvent.click(drawer.getByRole('button', { name: /^Ship with this/ }));
  await wait(5_000);
  const shipments = [{ order: 'saw', carrier: '', trackingNumber: 'PA 1' }];
  expect(shop.shipOrders).toHaveBeenCalledExactlyOnceWith(shipments, { keepalive: false });
});

test('looks for what is typed, and says when nothing fits', async () => {
  await open();
  shop.parcels = [];
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'K-9' } });
  fireEvent.submit(screen.getByRole('form', { name: 'Find orders' }));
  await wait(0);
  expect(shop.asked).toHaveBeenCalledWith(expect.objectContaining({ find: 'K-9', status: 'pending' }));
  screen.getByText('No orders match “K-9”.');
  screen.getByRole('button', { name: 'Show all orders' });
});
