import type { Order } from '@karigar/bff/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteAnswer, noteSilence } from '../../shared/api/reachability.ts';
import { personDb, removePersonDb } from '../../shared/saved/person-db.ts';
import { forgetPerson } from '../../shared/session/session-store.ts';
import { lendToken } from '../../shared/testing/lend-token.ts';
import { orderOf } from '../../shared/testing/order.ts';
import { signInAs } from '../../shared/testing/person.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { shopConfig } from '../../shared/testing/shop-config.ts';
import { dateOf } from '../../shared/ui/time.ts';
import { Component } from './order-page.tsx';

const uid = 'u1';
const at = '2026-11-23T10:00:00.000Z';
const contact = { phone: '+880 1700', email: 'hello@karigar.example', address: 'Dhaka' };
const asked = { reason: 'mistake', at, declinedAt: null } as const;
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const problem = (code: string, detail: string) =>
  json(409, { type: '', title: 'No', detail, status: 409, code, requestId: 'r' });

/** How the order stands at the shop. */
let order: Order;
let orders = 0;
/** What the shop answers to the wish to cancel. */
let answer: () => Promise<Response>;
/** Whether the shop answers at all. */
let silent: boolean;
let wishes: unknown[];

beforeEach(() => {
  lendToken();
  orders += 1;
  order = orderOf({ _id: `ord_${orders}` });
  wishes = [];
  silent = false;
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (silent) throw new TypeError('Failed to fetch');
    if (address.endsWith('/cancellation')) {
      wishes.push(JSON.parse(String(body)));
      return answer();
    }
    if (address.endsWith('/cancellation/withdrawal')) return answer();
    if (address.endsWith(`/orders/order/${order._id}`)) return json(200, order);
    if (address.endsWith('/events')) return json(200, []);
    if (address.endsWith('/config')) return json(200, shopConfig({ contact }));
    throw new TypeError('Failed to fetch');
  });
  noteAnswer();
  signInAs({ uid, email: order.email });
});
afterEach(async () => {
  act(() => forgetPerson());
  await act(() => removePersonDb(uid));
  // Whatever is still on its way asks nobody.
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the page of the order, which the device has saved, and waits for it. */
async function open() {
  await personDb(uid).write(({ orders }) => orders.put(order));
  renderInShop(
    <Routes>
      <Route path="/dashboard/orders/:id" element={<Component />} />
    </Routes>,
    { path: `/dashboard/orders/${order._id}` },
  );
  await screen.findByRole('article', { name: /Receipt|Order/ });
}
const askButton = () => screen.queryByRole('button', { name: 'Request cancellation' });
async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Request cancellation' }));
  return within(await screen.findByRole('dialog'));
}
async function ask() {
  const dialog = await openDialog();
  await userEvent.selectOptions(dialog.getByLabelText(/Why/), 'Ordered by mistake');
  await userEvent.click(dialog.getByRole('button', { name: 'Request cancellation' }));
  return dialog;
}

describe('the wish to cancel', () => {
  it('is sent with its reason, and the page says when it was made', async () => {
    await open();
    answer = async () => {
      order = { ...order, version: 3, cancellation: asked };
      return json(200, { order });
    };
    await ask();
    expect(await screen.findByText(new RegExp(`You requested cancellation on ${dateOf(at)}`))).toBeTruthy();
    expect(wishes).toEqual([{ reason: 'mistake' }]);
    expect(askButton()).toBeNull();
    // The button is gone: who used the keyboard goes on from what came of it.
    expect(document.activeElement?.textContent).toContain('You requested cancellation');
  });

  it('that is not sent after all changes nothing', async () => {
    await open();
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Keep the order' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(askButton()).toBeTruthy();
    expect(wishes).toEqual([]);
  });

  it('needs a reason', async () => {
    await open();
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Request cancellation' }));
    expect(dialog.getByText('Choose a reason.')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Why do you want to cancel?'));
    expect(wishes).toEqual([]);
  });

  it.each(['ORDER_SHIPPED', 'ORDER_REFUNDED', 'REFUND_PENDING'])(
    'that comes too late (%s) is answered in the words of the shop, and the order is read again',
    async (code) => {
      await open();
      answer = async () => {
        order = { ...order, version: 4, status: 'Shipped', shippedAt: at };
        return problem(code, `Too late: ${code}`);
      };
      await ask();
      expect(await screen.findByText(new RegExp(`Too late: ${code}`))).toBeTruthy();
      expect(await screen.findByText('Paid and shipped')).toBeTruthy();
      await waitFor(() => expect(askButton()).toBeNull());
    },
  );

  it('without an answer is called unknown, and found at the shop when it answers', async () => {
    await open();
    answer = () => {
      order = { ...order, version: 3, cancellation: asked };
      // A read that is answered would settle the outcome before the page says that it is unknown.
      silent = true;
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    await ask();
    await screen.findByText(/We couldn’t confirm that your request to cancel 3 × Hand saw was sent/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    silent = false;
    act(() => noteAnswer());
    expect(await screen.findByText(/You requested cancellation on/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/We couldn’t confirm/)).toBeNull());
  });

  it('can be taken back while the shop has not decided, and made again', async () => {
    order = { ...order, version: 3, cancellation: asked };
    await open();
    answer = async () => {
      order = { ...order, version: 4, cancellation: null };
      return json(200, { order });
    };
    await userEvent.click(screen.getByRole('button', { name: 'Keep this order' }));
    expect(await screen.findByText('Your order stays. We’ll ship it.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep this order' })).toBeNull());
    expect(askButton()).toBeTruthy();
  });

  it('says first that it needs a network where there is none', async () => {
    await open();
    act(() => noteSilence());
    const dialog = await openDialog();
    expect(dialog.getByRole('alert').textContent).toContain('You need to be online');
    act(() => noteAnswer());
    expect(dialog.queryByRole('alert')).toBeNull();
  });
});

describe('the page of an order', () => {
  it('follows what the shop decides', async () => {
    order = { ...order, cancellation: asked };
    await open();
    expect(screen.getByText(/We’re reviewing your request/)).toBeTruthy();
    order = { ...order, version: 3, cancellation: { ...asked, declinedAt: at } };
    await act(() => personDb(uid).write(({ orders }) => orders.put(order)));
    expect(await screen.findByText(/we’ll ship your order/)).toBeTruthy();
    expect((await screen.findByRole('link', { name: contact.phone })).getAttribute('href')).toBe(
      'tel:+8801700',
    );
    expect(askButton()).toBeNull();
  });

  it('shows gross, refund and net of a part that went back', async () => {
    order = { ...order, version: 3, refund: { amount: 3.5, at, restocked: false, whole: false } };
    await open();
    const receipt = within(screen.getByRole('article', { name: 'Receipt' }));
    expect(receipt.getByText(`Refunded on ${dateOf(at)}`).parentElement?.textContent).toContain('-$3.50');
    expect(receipt.getByText('Total price').parentElement?.textContent).toContain('$36');
    expect(receipt.getByText('Net total').parentElement?.textContent).toContain('$32.50');
    expect(screen.getByText(`$3.50 of $36 was refunded on ${dateOf(at)}.`)).toBeTruthy();
    expect(receipt.getByText('Paid', { selector: 'dd' })).toBeTruthy();
  });

  it('calls an order refunded when all of its money went back', async () => {
    order = { ...order, version: 3, refund: { amount: 36, at, restocked: true, whole: true } };
    await open();
    expect(screen.getByText('Refunded', { selector: 'dd' })).toBeTruthy();
    expect(screen.getByText('Net total').parentElement?.textContent).toContain('$0');
    expect(askButton()).toBeNull();
    expect(screen.queryByRole('link', { name: 'Pay Now' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it.each([
    ['Pay Now', { paid: false, paidAt: null, transactionId: null }],
    ['Order again', {}],
    ['Keep this order', { cancellation: asked }],
  ] as const)('begins its actions with %s, which alone is filled', async (first, fields) => {
    order = { ...order, ...fields };
    await open();
    const actions = screen.getAllByRole('list').find((list) => within(list).queryByText('My Orders'));
    const filled = actions?.querySelectorAll(
      '[data-variant="filled"], .mantine-Button-root:not([data-variant])',
    );
    expect(Array.from(filled ?? []).map(({ textContent }) => textContent)).toEqual([first]);
    expect(actions?.querySelector('li')?.textContent).toBe(first);
  });

  it('says nothing of refunds where nobody has asked for one', async () => {
    await open();
    expect(screen.queryByText(/given back|Net total|Refunded/)).toBeNull();
  });
});
