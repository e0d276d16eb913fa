import type { Order, ShopConfig } from '@karigar/bff/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteAnswer } from '../../shared/api/reachability.ts';
import { removePersonDb } from '../../shared/saved/person-db.ts';
import { forgetPerson, keepPerson, keepToken } from '../../shared/session/session-store.ts';
import { lendToken } from '../../shared/testing/lend-token.ts';
import { orderOf } from '../../shared/testing/order.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { PaymentWays } from './payment-page.tsx';

const uid = 'u1';
const contact = { phone: '+880', email: 'hello@karigar.example', address: 'Dhaka' };
const byHand = [
  { name: 'bKash', instructions: 'Send Money to 01711-000000.' },
  { name: 'Bank', instructions: 'Account 1.' },
];
const unpaid = orderOf({ _id: 'o1', paid: false, paidAt: null, transactionId: null });
const claim = { way: 'bKash', transactionId: 'A1B2C3', at: '2026-01-02T10:05:00.000Z', refused: null };
let answer: (body: { way: string; transactionId: string }) => Response;
let sent: unknown[];

beforeEach(() => {
  sent = [];
  answer = (body) => Response.json({ order: { ...unpaid, version: 3, claim: { ...claim, ...body } } });
  lendToken();
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (!address.endsWith('/payment-claim')) throw new TypeError('Failed to fetch');
    const asked = JSON.parse(String(body));
    sent.push(asked);
    return answer(asked);
  });
  noteAnswer();
  keepToken('token');
  keepPerson({ uid, email: unpaid.email, name: 'Rahima', photoURL: null });
});
afterEach(async () => {
  act(() => forgetPerson());
  await act(() => removePersonDb(uid));
  cleanup();
  vi.unstubAllGlobals();
});

const show = (order: Order = unpaid, provider: ShopConfig['payments']['provider'] = 'none') =>
  renderInShop(
    <PaymentWays order={order} payments={{ provider, publishableKey: '', byHand }} contact={contact} />,
  );
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Transaction ID' });
const send = () => userEvent.click(screen.getByRole('button', { name: 'I have paid $36' }));

describe('paying by hand', () => {
  it('says what to send where, and reports the transaction id', async () => {
    show();
    expect(await screen.findByText('Send Money to 01711-000000.')).toBeTruthy();
    expect(screen.getByText('K-180')).toBeTruthy();
    expect(screen.queryByRole('radio', { name: 'Card' })).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Bank' }));
    expect(screen.getByText('Account 1.')).toBeTruthy();
    await userEvent.type(await field(), 'a1b2');
    await send();
    await waitFor(() => expect(sent).toEqual([{ way: 'Bank', transactionId: 'a1b2' }]));
  });

  it('asks for the transaction id where it is missing, and shows what the shop says of one', async () => {
    show();
    await field();
    await send();
    expect(await screen.findByText('Enter the transaction ID from your payment’s message.')).toBeTruthy();
    expect(document.activeElement).toBe(await field());
    const detail = 'This payment belongs to another order.';
    answer = () =>
      Response.json(
        { code: 'TRANSACTION_USED', status: 409, title: '', detail, requestId: 'r' },
        { status: 409 },
      );
    await userEvent.type(await field(), 'A1');
    await send();
    expect(await screen.findByText(detail)).toBeTruthy();
    expect((await field()).value).toBe('A1');
  });

  it('keeps what was typed when the page is left', async () => {
    const page = show();
    await userEvent.click(await screen.findByRole('radio', { name: 'Bank' }));
    await userEvent.type(await field(), 'A1B2');
    page.unmount();
    show();
    await waitFor(async () => expect((await field()).value).toBe('A1B2'));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Bank' }).checked).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: 'bKash' }));
    expect((await field()).value).toBe('');
  });

  it('that the shop looks for is not asked for again, but can be corrected', async () => {
    show({ ...unpaid, claim });
    expect(screen.getByText('We’re looking for your payment')).toBeTruthy();
    expect(screen.getByText('A1B2C3')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Correct the transaction ID' }));
    expect(await field()).toBeTruthy();
  });

  it('that was not found says why, in the way that was chosen', async () => {
    show({ ...unpaid, claim: { ...claim, way: 'Bank', refused: { reason: 'wrong-amount', at: claim.at } } });
    expect(
      await screen.findByText(/its amount is not the order’s total. Check the transaction ID A1B2C3/),
    ).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Bank' }).checked).toBe(true);
  });

  it('ends with the promised sentence once the order is paid', () => {
    show(orderOf({ paidWay: 'bKash', transactionId: 'A1B2C3' }));
    expect(screen.getByText('Congrats! Your payment is completed.')).toBeTruthy();
  });
});
