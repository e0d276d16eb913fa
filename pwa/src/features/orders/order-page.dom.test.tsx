import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { noteAnswer, noteSilence } from '../../shared/api/reachability.ts';
import { personDb } from '../../shared/saved/person-db.ts';
import { dateOf } from '../../shared/ui/time.ts';
import { change, contact, json, open, problem, shop } from './testing/order-shop.tsx';

const at = '2026-11-23T10:00:00.000Z';
const asked = { reason: 'mistake', at, declinedAt: null } as const;
const wish = '/cancellation';

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
    const wishes: unknown[] = [];
    shop.answers[wish] = (body) => {
      wishes.push(body);
      return json(200, { order: change({ cancellation: asked }) });
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
  });

  it('needs a reason', async () => {
    await open();
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Request cancellation' }));
    expect(dialog.getByText('Choose a reason.')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Why do you want to cancel?'));
  });

  it.each(['ORDER_SHIPPED', 'ORDER_REFUNDED', 'REFUND_PENDING'])(
    'that comes too late (%s) is answered in the words of the shop, and the order is read again',
    async (code) => {
      await open();
      shop.answers[wish] = () => {
        change({ status: 'Shipped', shippedAt: at });
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
    shop.answers[wish] = () => {
      change({ cancellation: asked });
      // A read that is answered would settle the outcome before the page says that it is unknown.
      shop.silent = true;
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    await ask();
    await screen.findByText(/We couldn’t confirm that your request to cancel 3 × Hand saw was sent/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    shop.silent = false;
    act(() => noteAnswer());
    expect(await screen.findByText(/You requested cancellation on/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/We couldn’t confirm/)).toBeNull());
  });

  it('can be taken back while the shop has not decided, and made again', async () => {
    change({ cancellation: asked });
    await open();
    shop.answers['/cancellation/withdrawal'] = () => json(200, { order: change({ cancellation: null }) });
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
    change({ cancellation: asked });
    await open();
    expect(screen.getByText(/We’re reviewing your request/)).toBeTruthy();
    change({ cancellation: { ...asked, declinedAt: at } });
    await act(() => personDb('u1').write(({ orders }) => orders.put(shop.order)));
    expect(await screen.findByText(/we’ll ship your order/)).toBeTruthy();
    expect((await screen.findByRole('link', { name: contact.phone })).getAttribute('href')).toBe(
      'tel:+8801700',
    );
    expect(askButton()).toBeNull();
  });

  it('shows gross, refund and net of a part that went back', async () => {
    change({ refund: { amount: 3.5, at, restocked: false, whole: false } });
    const receipt = await open();
    expect(receipt.getByText(`Refunded on ${dateOf(at)}`).parentElement?.textContent).toContain('-$3.50');
    expect(receipt.getByText('Total price').parentElement?.textContent).toContain('$36');
    expect(receipt.getByText('Net total').parentElement?.textContent).toContain('$32.50');
    expect(screen.getByText(`$3.50 of $36 was refunded on ${dateOf(at)}.`)).toBeTruthy();
    expect(receipt.getByText('Paid', { selector: 'dd' })).toBeTruthy();
  });

  it('calls an order refunded when all of its money went back', async () => {
    change({ refund: { amount: 36, at, restocked: true, whole: true } });
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
    change(fields);
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
