import type { Order, Profile } from '@karigar/bff/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../shared/api/call.ts';
import { getConfig, getOrdersOf, getProfile, getTools } from '../../shared/api/calls.ts';
import { changeOutboxEntry } from '../../shared/outbox/outbox.ts';
import { rereadTools } from '../../shared/saved/catalogue.ts';
import { keptDraft } from '../../shared/saved/draft.ts';
import { personDb } from '../../shared/saved/person-db.ts';
import { orderOf } from '../../shared/testing/order.ts';
import { entries, saveEntry } from '../../shared/testing/outbox-entries.ts';
import { signInAs } from '../../shared/testing/person.ts';
import { showPublicData } from '../../shared/testing/public-data.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { shopConfig } from '../../shared/testing/shop-config.ts';
import { toolNamed } from '../../shared/testing/tool.ts';
import { Component as PurchasePage } from './purchase-page.tsx';

vi.mock('../../shared/api/call.ts');
vi.mock('../../shared/api/calls.ts');
vi.mock('../../shared/outbox/outbox.ts', { spy: true });

const saw = toolNamed('Hand saw', { _id: 't1', price: 12, minOrderQuantity: 2, availableQuantity: 40 });
const last = orderOf({ _id: 'o1', toolId: 't1', quantity: 4, address: '12 Lake Road' });
const theyHave = (...items: Order[]) =>
  vi.mocked(getOrdersOf).mockResolvedValue({ items, total: items.length, nextCursor: null });
const placesNext = (id: string) =>
  vi
    .mocked(call)
    .mockResolvedValue({ insertedId: id, repeated: false, order: orderOf({ _id: id }) } as never);
let people = 0;
let uid: string;

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
const field = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('textbox', { name });

beforeEach(() => {
  people += 1;
  uid = `u${people}`;
  signInAs({ uid });
  vi.mocked(getTools).mockResolvedValue({ items: [saw], etag: '"1"' });
  theyHave();
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
    await user.type(field(/^Phone/), 'call me');
    await user.click(await placeOrder());
    expect(await screen.findByText('Enter a phone number such as 01711-000000')).toBeTruthy();
    expect(call).not.toHaveBeenCalled();
  });

  it('says before the order that a card cannot pay so much', async () => {
    const crane = toolNamed('Crane', { price: 500_000, minOrderQuantity: 2, availableQuantity: 40 });
    vi.mocked(getTools).mockResolvedValue({ items: [saw, crane], etag: '"2"' });
    await rereadTools();
    show('Crane');
    expect(await screen.findByText(/A card can pay \$999,999 at most/)).toBeTruthy();
    expect(screen.queryByText(/You’ll pay in the next step/)).toBeNull();
  });

  it('says before the order how long unpaid ones are held, and at their limit how much they may hold', async () => {
    const unpaidOrders = { maxHeldPercent: 25, reserveHours: 72, reserveHoursUnverified: 2 };
    showPublicData('config', shopConfig({ unpaidOrders }));
    theyHave({ ...last, paid: false });
    const user = show();
    await placeOrder();
    expect(await screen.findByText(/hold unpaid items for 72 hours \(2 hours until/)).toBeTruthy();
    const rule = /up to 11 of this tool in unpaid orders. You already have 4/;
    expect(screen.queryByText(rule)).toBeNull();
    await user.clear(field('Quantity'));
    await user.type(field('Quantity'), '8');
    expect(await screen.findByText('You can order minimum 2 or maximum 7 tools')).toBeTruthy();
    expect(screen.getByText(rule)).toBeTruthy();
    expect((await placeOrder()).disabled).toBe(true);
  });

  it('begins with the destination of the last order, and the telephone of the profile, also when it comes later', async () => {
    theyHave(last);
    const profile = Promise.withResolvers<Profile>();
    vi.mocked(getProfile).mockReturnValue(profile.promise);
    show();
    await waitFor(() => expect(field(/Address/).value).toBe('12 Lake Road'));
    expect(keptDraft(uid, 'purchase.t1')).toBeNull();
    act(() => profile.resolve({ phone: '01811-444555', city: '', zip: '' } as Profile));
    await waitFor(() => expect(field(/^Phone/).value).toBe('01811-444555'));
    expect(field(/Address/).value).toBe('12 Lake Road');
  });

  it('goes through the outbox with the price that was seen, and to the order once it is accepted', async () => {
    placesNext('o7');
    const user = show();
    await placeOrder();
    const typed = { address: 'House 12', city: 'Dhaka', zip: '1209', phone: '01711-222333' };
    await user.type(field(/Address/), typed.address);
    await user.type(field(/City/), typed.city);
    await user.type(field(/Zip/), typed.zip);
    await user.type(field(/^Phone/), `${typed.phone} `);
    await user.click(screen.getByRole('button', { name: 'Increase' }));
    expect(screen.getByText('$36')).toBeTruthy();
    await user.click(await placeOrder());
    expect(await screen.findByText("The order's own page")).toBeTruthy();
    const body = { ...typed, toolId: 't1', quantity: 3, unitPrice: 12, email: 'rahima@karigar.example' };
    expect(call).toHaveBeenCalledExactlyOnceWith(
      'POST /orders',
      expect.objectContaining({ body: expect.objectContaining(body) }),
    );
  });

  it('says that an order of an earlier visit got through, and stays with the next one', async () => {
    await saveEntry({ ...entries.saved, uid });
    const user = show();
    expect((await placeOrder()).disabled).toBe(true);
    await act(async () => {
      await personDb(uid).write(({ orders }) => orders.put(orderOf({ _id: 'o6' })));
      await saveEntry({ ...entries.accepted, uid, acceptedAt: Date.now(), orderId: 'o6' });
    });
    const link = await screen.findByRole('link', { name: 'See the order' });
    expect(link.getAttribute('href')).toBe('/dashboard/orders/o6');
    placesNext('o7');
    await user.click(screen.getByRole('button', { name: 'Increase' }));
    await user.click(await placeOrder());
    expect(await screen.findByText("The order's own page")).toBeTruthy();
    expect(call).toHaveBeenCalledOnce();
  });

  it('says that the order is only saved here as soon as the browser has no network', async () => {
    await saveEntry({ ...entries.saved, uid });
    show();
    await placeOrder();
    expect(screen.queryByText('Saved on this device')).toBeNull();
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(await screen.findByText('Saved on this device')).toBeTruthy();
    network.mockRestore();
  });

  it('changes an order that is only saved here, also on a later visit, and sends it under its own key', async () => {
    await saveEntry({ ...entries.saved, delay: 'sign-in-needed', uid });
    const user = show();
    expect((await placeOrder()).disabled).toBe(true);
    await user.type(field(/Address/), 'A');
    expect(await screen.findByText(/Your changes are not saved yet/)).toBeTruthy();
    cleanup();
    show();
    await placeOrder();
    expect(field(/Address/).value).toBe('House 12, Road 7A');
    await user.type(field(/City/), 'n');
    await user.click(await placeOrder());
    const order = expect.objectContaining({ address: 'House 12, Road 7A', quantity: 2 });
    await waitFor(() =>
      expect(changeOutboxEntry).toHaveBeenCalledExactlyOnceWith(
        entries.saved.id,
        expect.objectContaining({ order }),
      ),
    );
  });

  it('says that another tab was faster than a change, and keeps what was typed', async () => {
    const refusal = { code: 'TOO_MANY_UNPAID', detail: '' } as const;
    await saveEntry({ ...entries.refused, uid, refusal });
    vi.mocked(changeOutboxEntry).mockImplementationOnce(async () => {
      await saveEntry({ ...entries.sending, uid });
      return null;
    });
    const user = show();
    await screen.findByText('Too many unpaid orders');
    await user.clear(field(/Address/));
    await user.type(field(/Address/), 'House 99');
    await user.click(await placeOrder());
    expect((await screen.findByText('It’s too late to change this')).closest('[role=alert]')).toBeTruthy();

    await act(() => saveEntry({ ...entries.accepted, uid, orderId: 'o6' }));
    await screen.findByRole('link', { name: 'See the order' });
    expect(screen.queryByText("The order's own page")).toBeNull();
    expect(field(/Address/).value).toBe('House 99');
    expect(keptDraft(uid, 'purchase.t1')).toMatchObject({ address: 'House 99' });
  });
});
