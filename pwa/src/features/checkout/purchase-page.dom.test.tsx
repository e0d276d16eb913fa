import type { Order, Profile, Tool } from '@karigar/bff/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../shared/api/call.ts';
import { getConfig, getOrdersOf, getProfile, getTools } from '../../shared/api/calls.ts';
import { changeOutboxEntry } from '../../shared/outbox/outbox.ts';
import { rereadTools } from '../../shared/saved/catalogue.ts';
import { keptDraft } from '../../shared/saved/draft.ts';
import { personDb } from '../../shared/saved/person-db.ts';
import { keepPerson, keepToken } from '../../shared/session/session-store.ts';
import { entries, saveEntry } from '../../shared/testing/outbox-entries.ts';
import { showPublicData } from '../../shared/testing/public-data.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { shopConfig } from '../../shared/testing/shop-config.ts';
import { Component as PurchasePage } from './purchase-page.tsx';

vi.mock('../../shared/api/call.ts');
vi.mock('../../shared/api/calls.ts');
vi.mock('../../shared/outbox/outbox.ts', { spy: true });

const tool: Tool = {
  _id: 't1',
  name: 'Trowel',
  image: '/images/trowel.webp',
  price: 12,
  minOrderQuantity: 2,
  availableQuantity: 40,
  description: 'Pointed, forged in one piece.',
  category: '',
  alt: '',
  otherNames: '',
  rev: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const noOrders = { items: [], total: 0, nextCursor: null };
let person = 0;

function show(toolId = 't1') {
  renderInShop(
    <Routes>
      <Route path="/purchase/:id" element={<PurchasePage />} />
      <Route path="/dashboard/orders/:id" element={<p>The order's own page</p>} />
    </Routes>,
    { path: `/purchase/${toolId}` },
  );
  return userEvent.setup();
}
const placeOrder = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Place Order' });

beforeEach(() => {
  person += 1;
  keepToken('token');
  keepPerson({ uid: `u${person}`, email: 'r@karigar.example', name: 'Rahima', photoURL: null, admin: false });
  vi.mocked(getTools).mockResolvedValue({ items: [tool], etag: '"1"' });
  vi.mocked(getOrdersOf).mockResolvedValue(noOrders);
  vi.mocked(getProfile).mockResolvedValue(null);
  vi.mocked(getConfig).mockReturnValue(new Promise(() => undefined));
  vi.mocked(call).mockReset();
});

describe('the purchase page', () => {
  it('says what is missing and sends nothing', async () => {
    const user = show();
    await user.click(await placeOrder());
    for (const message of ['Address is required', 'City is required', 'Zip Code is required']) {
      expect(await screen.findByText(message)).toBeTruthy();
    }
    await waitFor(() => expect(getProfile).toHaveBeenCalled());
    await user.type(screen.getByRole('textbox', { name: /^Phone/ }), 'call me');
    await user.click(await placeOrder());
    expect(await screen.findByText('Enter a phone number such as 01711-000000')).toBeTruthy();
    expect(screen.getByText('Address is required')).toBeTruthy();
    expect(call).not.toHaveBeenCalled();
  });

  it('says before the order that a card cannot pay so much', async () => {
    vi.mocked(getTools).mockResolvedValue({
      items: [tool, { ...tool, _id: 'crane', price: 500_000 }],
      etag: '"2"',
    });
    await rereadTools();
    show('crane');
    expect(await screen.findByText(/A card can pay \$999,999 at most/)).toBeTruthy();
    expect(screen.queryByText(/You’ll pay in the next step/)).toBeNull();
  });

  it('says before the order what unpaid orders may hold and how long, and counts those that there are', async () => {
    const unpaidOrders = { maxHeldPercent: 25, reserveHours: 72, reserveHoursUnverified: 2 };
    showPublicData('config', shopConfig({ unpaidOrders }));
    const where = { address: '12 Lake Road', city: 'Dhaka', zip: '1209', createdAt: '2026-01-02' };
    const unpaid = { _id: 'o1', toolId: 't1', quantity: 4, paid: false, ...where };
    vi.mocked(getOrdersOf).mockResolvedValue({ ...noOrders, items: [unpaid as Order], total: 1 });
    const user = show();
    await placeOrder();
    expect(await screen.findByText(/hold unpaid items for 72 hours \(2 hours until/)).toBeTruthy();
    const rule = /up to 11 of this tool in unpaid orders. You already have 4/;
    expect(screen.queryByText(rule)).toBeNull();
    const quantity = screen.getByRole('textbox', { name: 'Quantity' });
    await user.clear(quantity);
    await user.type(quantity, '8');
    expect(await screen.findByText('You can order minimum 2 or maximum 7 tools')).toBeTruthy();
    expect(screen.getByText(rule)).toBeTruthy();
    expect((await placeOrder()).disabled).toBe(true);
  });

  it('begins with the destination of the last order, and the telephone of the profile, also when it comes later', async () => {
    const last = { _id: 'o1', address: '12 Lake Road', city: 'Dhaka', zip: '1209', createdAt: '2026-01-02' };
    vi.mocked(getOrdersOf).mockResolvedValue({ ...noOrders, items: [last as Order], total: 1 });
    let answer = (_: Profile) => undefined as unknown;
    vi.mocked(getProfile).mockReturnValue(new Promise((resolve) => (answer = resolve)));
    show();
    const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
    await waitFor(() => expect(field(/Address/).value).toBe('12 Lake Road'));
    expect(keptDraft(`u${person}`, 'purchase.t1')).toBeNull();
    act(
      () => void answer({ email: 'r@karigar.example', phone: '01811-444555', city: '', zip: '' } as Profile),
    );
    await waitFor(() => expect(field(/^Phone/).value).toBe('01811-444555'));
    expect(field(/Address/).value).toBe('12 Lake Road');
  });

  it('goes through the outbox with the price that was seen, and to the order once it is accepted', async () => {
    const placed = { insertedId: 'o7', repeated: false, order: { _id: 'o7', version: 1 } };
    vi.mocked(call).mockResolvedValue(placed as never);
    const user = show();
    await placeOrder();
    await user.type(screen.getByRole('textbox', { name: /Address/ }), 'House 12');
    await user.type(screen.getByRole('textbox', { name: /City/ }), 'Dhaka');
    await user.type(screen.getByRole('textbox', { name: /Zip/ }), '1209');
    await user.type(screen.getByRole('textbox', { name: /^Phone/ }), '01711-222333 ');
    await user.click(screen.getByRole('button', { name: 'Increase' }));
    expect(screen.getByText('$36')).toBeTruthy();
    await user.click(await placeOrder());
    expect(await screen.findByText("The order's own page")).toBeTruthy();
    const body = expect.objectContaining({
      toolId: 't1',
      address: 'House 12',
      phone: '01711-222333',
      quantity: 3,
      unitPrice: 12,
      email: 'r@karigar.example',
    });
    expect(call).toHaveBeenCalledExactlyOnceWith('POST /orders', expect.objectContaining({ body }));
  });

  it('says that an order of an earlier visit got through, and stays with the next one', async () => {
    const uid = `u${person}`;
    const tools = { toolId: 't1', toolsName: 'Trowel', unitPrice: 12, quantity: 2 };
    const where = { address: 'House 12', city: 'Dhaka', zip: '1209', phone: '' };
    const order = { ...tools, ...where, name: 'Rahima', email: 'r@karigar.example' };
    const orderOf = (id: string) => ({ ...order, _id: id, version: 1, createdAt: id }) as unknown as Order;
    const entry = { id: 'e1', uid, work: { kind: 'order', order, picture: '' } } as const;
    await saveEntry({ ...entries.saved, ...entry });
    const user = show();
    expect((await placeOrder()).disabled).toBe(true);

    await act(async () => {
      await personDb(uid).write(({ orders }) => orders.put(orderOf('o6')));
      await saveEntry({ ...entries.accepted, ...entry, acceptedAt: Date.now(), orderId: 'o6' });
    });
    const link = await screen.findByRole('link', { name: 'See the order' });
    expect(link.getAttribute('href')).toBe('/dashboard/orders/o6');

    const placed = { insertedId: 'o7', repeated: false, order: orderOf('o7') };
    vi.mocked(call).mockResolvedValue(placed as never);
    await user.click(screen.getByRole('button', { name: 'Increase' }));
    await user.click(await placeOrder());
    expect(await screen.findByText("The order's own page")).toBeTruthy();
    expect(call).toHaveBeenCalledOnce();
  });

  it('says that the order is only saved here as soon as the browser has no network', async () => {
    const order = { toolId: 't1', toolsName: 'Trowel', unitPrice: 12, quantity: 2 };
    const where = {
      address: 'House 12',
      city: 'Dhaka',
      zip: '1209',
      phone: '',
      name: 'Rahima',
      email: 'r@karigar.example',
    };
    const work = { kind: 'order', order: { ...order, ...where }, picture: '' } as const;
    await saveEntry({ ...entries.saved, id: 'e1', uid: `u${person}`, work });
    show();
    await placeOrder();
    expect(screen.queryByText('Saved on this device')).toBeNull();
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => {
      window.dispatchEvent(new Event('offline'));
    });
    expect(await screen.findByText('Saved on this device')).toBeTruthy();
    network.mockRestore();
  });

  it('changes an order that is only saved here, and sends it under its own key', async () => {
    const entry = { ...entries.saved, delay: 'sign-in-needed', uid: `u${person}` } as const;
    await saveEntry(entry);
    const user = show();
    expect((await placeOrder()).disabled).toBe(true);
    await user.type(screen.getByRole('textbox', { name: /Address/ }), 'A');
    await user.click(await placeOrder());
    const work = expect.objectContaining({
      order: expect.objectContaining({ address: 'House 12, Road 7A', quantity: 2 }),
    });
    await waitFor(() => expect(changeOutboxEntry).toHaveBeenCalledExactlyOnceWith(entry.id, work));
  });

  it('says that another tab was faster than a change, and keeps what was typed', async () => {
    const uid = `u${person}`;
    const tools = { toolId: 't1', toolsName: 'Trowel', unitPrice: 12, quantity: 2 };
    const where = { address: 'House 12', city: 'Dhaka', zip: '1209', phone: '' };
    const order = { ...tools, ...where, name: 'Rahima', email: 'r@karigar.example' };
    const entry = { id: 'e1', uid, work: { kind: 'order', order, picture: '' } } as const;
    const refusal = { code: 'TOO_MANY_UNPAID', detail: '' } as const;
    await saveEntry({ ...entries.refused, ...entry, refusal });
    vi.mocked(changeOutboxEntry).mockImplementationOnce(async () => {
      await saveEntry({ ...entries.sending, ...entry });
      return null;
    });
    const user = show();
    const address = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Address/ });
    await screen.findByText('Too many unpaid orders');
    await user.clear(address());
    await user.type(address(), 'House 99');
    await user.click(await placeOrder());
    expect((await screen.findByText('It’s too late to change this')).closest('[role=alert]')).toBeTruthy();

    await act(() => saveEntry({ ...entries.accepted, ...entry, orderId: 'o6' }));
    await screen.findByRole('link', { name: 'See the order' });
    expect(screen.queryByText("The order's own page")).toBeNull();
    expect(address().value).toBe('House 99');
    expect(keptDraft(uid, 'purchase.t1')).toMatchObject({ address: 'House 99' });
  });
});
