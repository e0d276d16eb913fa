import type { Order, OrderTimelineEntry, Role } from '@karigar/bff/contracts';
import { act, cleanup, screen, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import { noteAnswer } from '../../../shared/api/reachability.ts';
import { personDb, removePersonDb } from '../../../shared/saved/person-db.ts';
import { forgetPerson } from '../../../shared/session/session-store.ts';
import { lendToken } from '../../../shared/testing/lend-token.ts';
import { orderOf } from '../../../shared/testing/order.ts';
import { signInAs } from '../../../shared/testing/person.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { shopConfig } from '../../../shared/testing/shop-config.ts';
import { Component } from '../order-page.tsx';

export const contact = { phone: '+880 1700', email: 'hello@karigar.example', address: 'Dhaka' };

/** The shop that a test of the order's page speaks to; each test has an order of its own, as pages remember what they have read. */
export const shop = {
  order: orderOf(),
  timeline: [] as OrderTimelineEntry[],
  /** Whether it answers at all. */
  silent: false,
  /** What it answers to a write, by the end of its address. */
  answers: {} as Record<string, (body: unknown) => Promise<Response> | Response>,
};
let orders = 0;

export const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
export const problem = (code: string, detail: string, status = 409) =>
  json(status, { type: '', title: 'No', detail, status, code, requestId: 'r' });

/** Changes the order at the shop, which gives it a new version. */
export function change(fields: Partial<Order>): Order {
  shop.order = { ...shop.order, version: shop.order.version + 1, ...fields };
  return shop.order;
}

export const signIn = (admin = false, roles: readonly Role[] = []) =>
  signInAs({ email: shop.order.email, roles: admin ? ['admin'] : roles });

function Elsewhere() {
  const { pathname, state } = useLocation();
  return <p>{`At ${pathname} ${JSON.stringify(state)}`}</p>;
}

beforeEach(() => {
  lendToken();
  orders += 1;
  Object.assign(shop, { timeline: [], silent: false, answers: {} });
  shop.order = orderOf({ _id: `ord_${orders}`, number: 180 + orders });
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    const write = Object.entries(shop.answers).find(([end]) => address.endsWith(end));
    if (write && !shop.silent) return write[1](typeof body === 'string' ? JSON.parse(body) : undefined);
    if (shop.silent) throw new TypeError('Failed to fetch');
    if (address.endsWith('/events')) return json(200, shop.timeline);
    if (address.endsWith('/config'))
      return json(200, shopConfig({ contact, shipping: { carriers: ['Pathao'], dispatchDays: 2 } }));
    const { _id, number } = shop.order;
    if (address.endsWith(`/order/${_id}`) || address.endsWith(`/order/K-${number}`))
      return json(200, shop.order);
    throw new TypeError('Failed to fetch');
  });
  noteAnswer();
  signIn();
});
afterEach(async () => {
  act(() => forgetPerson());
  await act(() => removePersonDb('u1'));
  // Whatever is still on its way asks nobody.
  cleanup();
  vi.unstubAllGlobals();
});

/** Draws the page at an order's id or number; any other page only says its address. */
export const show = (id = shop.order._id) =>
  renderInShop(
    <Routes>
      <Route path="/dashboard/orders/:id" element={<Component />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    { path: `/dashboard/orders/${id}` },
  );

export const receipt = async () => within(await screen.findByRole('article', { name: /Receipt|Order/ }));

/** Draws the page of the order, which the device has saved, and waits for it. */
export async function open() {
  await personDb('u1').write((tables) => tables.orders.put(shop.order));
  show();
  return receipt();
}
