import type { Order, Role } from '@karigar/bff/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { correctDelivery, getConfig, getOrder, getOrderTimeline, getTools } from '../../shared/api/calls.ts';
import { ApiProblem } from '../../shared/api/failure.ts';
import { keptDraft } from '../../shared/saved/draft.ts';
import { removePersonDb } from '../../shared/saved/person-db.ts';
import { forgetPerson, keepPerson, keepToken } from '../../shared/session/session-store.ts';
import { orderOf } from '../../shared/testing/order.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { shopConfig } from '../../shared/testing/shop-config.ts';
import { dateOf } from '../../shared/ui/time.ts';
import { Component } from './order-page.tsx';

vi.mock('../../shared/api/calls.ts');

const at = '2026-11-23T10:00:00.000Z';
const contact = { phone: '+880 1700', email: 'hello@karigar.example', address: 'Dhaka' };
const shipping = { carriers: ['Pathao'], dispatchDays: 2 };
/** How the order stands at the shop; each test has its own, as pages remember what they have read. */
let order: Order;
let orders = 0;

function Elsewhere() {
  const { pathname, state } = useLocation();
  return (
    <p>
      At {pathname} {JSON.stringify(state)}
    </p>
  );
}

const signIn = (admin: boolean, roles: readonly Role[] = []) =>
  keepPerson({ uid: 'u1', email: order.email, name: 'Rahima', photoURL: null, admin, roles });

beforeEach(() => {
  orders += 1;
  order = orderOf({ _id: `ord_${orders}`, number: 180 + orders });
  vi.mocked(getConfig).mockResolvedValue(shopConfig({ contact, shipping }));
  vi.mocked(getOrder).mockImplementation(async () => order);
  vi.mocked(getTools).mockResolvedValue({ items: [], etag: null });
  vi.mocked(getOrderTimeline).mockResolvedValue([]);
  keepToken('token');
  signIn(false);
});
afterEach(async () => {
  act(() => forgetPerson());
  await act(() => removePersonDb('u1'));
  cleanup();
});

function show(id = order._id) {
  renderInShop(
    <Routes>
      <Route path="/dashboard/orders/:id" element={<Component />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    { path: `/dashboard/orders/${id}` },
  );
}
const receipt = async () => within(await screen.findByRole('article', { name: /Receipt|Order/ }));

test('an order that has not left says its number, where it goes, and how soon', async () => {
  order = { ...order, phone: '01711-222333' };
  show();
  const facts = await receipt();
  expect(facts.getByText(`K-${order.number}`)).toBeTruthy();
  const address = facts.getByText('Deliver to').parentElement;
  expect(address?.textContent).toContain('Rahima KhatunHouse 12, Road 7Dhaka 1209');
  expect(facts.getByRole('link', { name: '01711-222333' }).getAttribute('href')).toBe('tel:01711222333');
  expect(await screen.findByText('Next: packed and shipped, usually within 2 days.')).toBeTruthy();
});

test('an order whose money goes back is not said to be packed next', async () => {
  order = { ...order, refundRequest: { reason: 'customer', restock: true, at } };
  show();
  expect(await screen.findByText('Your refund is in progress.')).toBeTruthy();
  expect(screen.queryByText(/^Next:/)).toBeNull();
});

test('an order that has left says with whom, and leads to where they tell where it is', async () => {
  const trackingUrl = 'https://pathao.example/P-77';
  order = {
    ...order,
    status: 'Shipped',
    shippedAt: at,
    carrier: 'Pathao',
    trackingNumber: 'P-77',
    trackingUrl,
  };
  show();
  const facts = await receipt();
  expect(facts.getByText('Delivered to')).toBeTruthy();
  const link = facts.getByRole('link', { name: 'P-77' });
  expect(link.getAttribute('href')).toBe(trackingUrl);
  expect(link.getAttribute('rel')).toBe('noopener');
  const said = screen.getByText(`Shipped on ${dateOf(at)}`).parentElement;
  expect(said?.textContent).toBe(`Shipped on ${dateOf(at)} with Pathao, tracking number P-77.`);
  expect(screen.queryByRole('button', { name: 'Change delivery address' })).toBeNull();
});

test('a correction shows at once', async () => {
  vi.mocked(correctDelivery).mockImplementation(async (_, { address }) => {
    order = { ...order, address, version: 3, corrections: 1, correctedAt: at };
    return { order };
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Change delivery address' }));
  const field = await screen.findByRole('textbox', { name: /Address/ });
  await userEvent.clear(field);
  await userEvent.type(field, 'House 14');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await receipt()).getByText(/House 14/)).toBeTruthy());
  expect(await screen.findByText('The delivery address was changed.')).toBeTruthy();
});

test('the timeline says what a correction changed', async () => {
  const entry = { seq: 3, version: 3, type: 'order.corrected', schema: 1, at, actor: 'user:u1' };
  const data = { before: { city: 'Dhake' }, after: { city: 'Dhaka' } };
  vi.mocked(getOrderTimeline).mockResolvedValue([{ ...entry, data, correlationId: '', hash: '' }]);
  show();
  expect(await screen.findByText('City: now Dhaka, was Dhake')).toBeTruthy();
});

test('ordering again fills in the form of the tool and tells how it was', async () => {
  show();
  await userEvent.click(await screen.findByRole('link', { name: /Order again/ }));
  expect(await screen.findByText('At /purchase/tool_1 {"again":{"quantity":3,"unitPrice":12}}')).toBeTruthy();
  expect(keptDraft('u1', 'purchase.tool_1')).toEqual({
    address: 'House 12, Road 7',
    city: 'Dhaka',
    zip: '1209',
    phone: '',
    quantity: '3',
  });
});

test('an order that waits for its payment is paid, not ordered again', async () => {
  order = { ...order, paid: false, paidAt: null };
  show();
  expect(await screen.findByRole('link', { name: 'Pay Now' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Order again/ })).toBeNull();
});

test('the number of an order leads its customer to its page and an admin to where orders are worked on', async () => {
  show(`K-${order.number}`);
  expect((await receipt()).getByText(order._id)).toBeTruthy();
  cleanup();
  act(() => signIn(true));
  show(`K-${order.number}`);
  expect(await screen.findByText(`At /dashboard/manageorders/K-${order.number} null`)).toBeTruthy();
});

test('the number of somebody else’s order leads to one’s own, and a packer to where it is shipped', async () => {
  const problem = {
    type: '',
    title: 'No',
    detail: 'Not yours',
    status: 403,
    code: 'FORBIDDEN',
    requestId: '',
  };
  vi.mocked(getOrder).mockRejectedValue(new ApiProblem(problem as ApiProblem['problem']));
  show('K-7');
  expect(await screen.findByText('We couldn’t find order K-7 among your orders.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'My Orders' })).toBeTruthy();
  cleanup();
  act(() => signIn(false, ['packer']));
  show('K-7');
  expect(await screen.findByText('At /dashboard/parcels/K-7 null')).toBeTruthy();
});
