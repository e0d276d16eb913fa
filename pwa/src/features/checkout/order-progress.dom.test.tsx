import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { OutboxEntry, Refusal } from '../../shared/saved/outbox-entry.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { OrderProgress } from './order-progress.tsx';

const order = {
  toolId: 't1',
  toolsName: 'Trowel',
  email: 'r@karigar.example',
  name: 'Rahima',
  address: '12 Lake Road',
  city: 'Dhaka',
  zip: '1209',
  phone: '',
  quantity: 5,
  unitPrice: 12,
};
const base = { id: 'e1', uid: 'u1', createdAt: 0, work: { kind: 'order', order, picture: '' } } as const;
const refused = (refusal: Refusal): OutboxEntry => ({ ...base, status: 'refused', refusedAt: 1, refusal });

function show(entry: OutboxEntry) {
  const onOrder = vi.fn();
  const onDiscard = vi.fn();
  renderInShop(<OrderProgress entry={entry} isAwaited={false} onOrder={onOrder} onDiscard={onDiscard} />);
  return { onOrder, onDiscard, user: userEvent.setup() };
}

describe('the progress of an order', () => {
  it('says that it is only saved here while nothing was sent, and what it waits for', () => {
    show({ ...base, status: 'saved', delay: null });
    expect(screen.getByRole('status')).toHaveProperty(
      'textContent',
      expect.stringContaining('Saved on this device'),
    );
    expect(screen.getByRole('status').textContent).toContain('You’re offline.');
    expect(screen.queryByText(/placed/)).toBeNull();
  });

  it('offers no way to change an order whose outcome is unknown', () => {
    show({ ...base, status: 'sending', attempts: 1, lastTriedAt: 1, delay: 'no-answer' });
    expect(screen.getByRole('status').textContent).toContain('You won’t be charged or ordered twice');
    expect(screen.queryByRole('button', { name: /discard/i })).toBeNull();
    expect(screen.getByRole('button', { name: 'Send now' })).toBeTruthy();
  });

  it('offers what is left', async () => {
    const { onOrder, user } = show(refused({ code: 'OUT_OF_STOCK', detail: '', available: 3, minimum: 2 }));
    await user.click(screen.getByRole('button', { name: 'Order 3 instead' }));
    expect(onOrder).toHaveBeenCalledWith({ ...order, quantity: 3 });
  });

  it('asks about a new price with the new total', async () => {
    const { onOrder, user } = show(refused({ code: 'PRICE_CHANGED', detail: '', unitPrice: 15 }));
    expect(screen.getByRole('alert').textContent).toContain('$75 for 5');
    await user.click(screen.getByRole('button', { name: 'Order for $75' }));
    expect(onOrder).toHaveBeenCalledWith({ ...order, unitPrice: 15 });
  });

  it('leads to My Orders when too many are unpaid', () => {
    show(refused({ code: 'TOO_MANY_UNPAID', detail: '' }));
    expect(screen.getByRole('link', { name: 'My Orders' })).toBeTruthy();
  });

  it("shows the shop's sentence for everything else, and lets it be discarded", async () => {
    const { onDiscard, user } = show(refused({ code: 'INVALID', detail: 'The city is too long.' }));
    expect(screen.getByRole('alert').textContent).toContain('The city is too long.');
    await user.click(screen.getByRole('button', { name: 'Discard this order' }));
    expect(onDiscard).toHaveBeenCalledOnce();
  });
});
