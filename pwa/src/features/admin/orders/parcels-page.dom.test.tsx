import type { LiveParcel, OrderToShip, ParcelQuery } from '@karigar/bff/contracts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { Component as ParcelsPage } from './orders-page.tsx';

const shop = vi.hoisted(() => ({
  parcels: [] as OrderToShip[],
  asked: vi.fn(),
  shipOrders: vi.fn(async () => []),
  onParcel: (_: LiveParcel) => {},
}));
vi.mock('../../../shared/api/calls.ts', () => ({
  async getParcels(query: ParcelQuery) {
    shop.asked(query);
    const items = shop.parcels.filter(({ status }) => status === (query.status ?? 'pending'));
    return { items, total: items.length, nextCursor: null };
  },
  getParcel: async () => parcel('saw'),
  shipOrders: shop.shipOrders,
}));
vi.mock('../../../shared/live/live-orders.ts', () => ({
  useLiveOrders: (_: unknown, __: unknown, onParcel: (news: LiveParcel) => void) => {
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
async function news(orderId: string, order: OrderToShip | null) {
  act(() => shop.onParcel({ orderId, order }));
  await wait(0);
}
const row = (id: string) => document.querySelector(`[data-row="${id}"]`) as HTMLElement;
async function open(path = '/dashboard/parcels') {
  renderInShop(
    <Routes>
      {['/dashboard/parcels', '/dashboard/parcels/:number'].map((each) => (
        <Route key={each} path={each} element={<ParcelsPage />} />
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
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'To ship 2',
    'Shipped 1',
  ]);
  within(row('saw')).getByText('3 × Hand saw');
  within(row('saw')).getByText('Rahima Khatun', { selector: 'bdi' });
  within(row('saw')).getByText('1209');
  expect(document.body.textContent).not.toMatch(/[$৳]|price|paid|refund|revenue|export/i);
  fireEvent.click(screen.getByRole('tab', { name: /Shipped/ }));
  await wait(0);
  expect(
    screen
      .getAllByRole('row')
      .slice(1)
      .map(({ dataset }) => dataset.row),
  ).toEqual(['file']);
});

test('ships an order after the time of an undo, and not one that is on hold', async () => {
  await open();
  expect(within(row('axe')).queryByRole('button', { name: /^Ship/ })).toBeNull();
  within(row('axe')).getByText('On hold');
  fireEvent.click(within(row('saw')).getByRole('button', { name: 'Ship K-180 of Rahima Khatun' }));
  await wait(5_000);
  const shipments = [{ order: 'saw', carrier: '', trackingNumber: '' }];
  expect(shop.shipOrders).toHaveBeenCalledExactlyOnceWith(shipments, { keepalive: false });
});

test('a change elsewhere shows in its row; an order that is not to be shipped any more keeps its place', async () => {
  await open();
  await news('axe', parcel('axe', { number: 181, version: 3 }));
  within(row('axe')).getByRole('button', { name: 'Ship K-181 of Rahima Khatun' });
  await news('saw', null);
  within(row('saw')).getByText('Not to be shipped any more');
  expect(within(row('saw')).queryByRole('button', { name: /^Ship/ })).toBeNull();
});

test('an opened order says where it goes and ships with a tracking number', async () => {
  await open('/dashboard/parcels/K-180');
  const drawer = within(screen.getByRole('dialog'));
  drawer.getByText('House 12, Road 7');
  expect(drawer.getByRole('link', { name: '01711-000000' }).getAttribute('href')).toBe('tel:01711000000');
  drawer.getByRole('button', { name: 'Print packing slip: K-180 of Rahima Khatun' });
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
});
