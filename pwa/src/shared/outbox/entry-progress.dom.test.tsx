import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { OutboxEntry, Refusal } from '../saved/outbox-entry.ts';
import { entries, orderWork } from '../testing/outbox-entries.ts';
import { renderInShop } from '../testing/render.tsx';
import { EntryProgress } from './entry-progress.tsx';

const refused = (refusal: Refusal): OutboxEntry => ({ ...entries.refused, refusal });
const { order } = orderWork;

function show(entry: OutboxEntry) {
  const [onChoose, discard] = [vi.fn(), vi.fn()];
  const submission = { placed: false, tooLate: false, working: false, changed: false, discard };
  renderInShop(<EntryProgress entry={entry} submission={submission} onChoose={onChoose} />);
  return { onChoose, discard, user: userEvent.setup() };
}

describe('the progress of an order', () => {
  it('says that it is only saved here while nothing was sent, and what it waits for', () => {
    show(entries.saved);
    expect(screen.getByRole('status').textContent).toMatch(/^Saved on this device.*You’re offline\./);
    expect(screen.queryByText(/placed/)).toBeNull();
  });

  it('offers no way to change an order whose outcome is unknown', () => {
    show({ ...entries.sending, delay: 'no-answer' });
    expect(screen.getByRole('status').textContent).toContain('You won’t be charged or ordered twice');
    expect(screen.queryByRole('button', { name: /discard/i })).toBeNull();
    expect(screen.getByRole('button', { name: 'Send now' })).toBeTruthy();
  });

  it('offers what is left', async () => {
    const { onChoose, user } = show(refused({ code: 'OUT_OF_STOCK', detail: '', available: 1, minimum: 1 }));
    await user.click(screen.getByRole('button', { name: 'Order 1 instead' }));
    expect(onChoose).toHaveBeenCalledWith({ ...orderWork, order: { ...order, quantity: 1 } });
  });

  it('asks about a new price with the new total', async () => {
    const { onChoose, user } = show(refused({ code: 'PRICE_CHANGED', detail: '', unitPrice: 15 }));
    expect(screen.getByRole('alert').textContent).toContain('$30 for 2');
    await user.click(screen.getByRole('button', { name: 'Order for $30' }));
    expect(onChoose).toHaveBeenCalledWith({ ...orderWork, order: { ...order, unitPrice: 15 } });
  });

  it('leads to My Orders when too many are unpaid', () => {
    show(refused({ code: 'TOO_MANY_UNPAID', detail: '' }));
    expect(screen.getByRole('link', { name: 'My Orders' })).toBeTruthy();
  });

  it("shows the shop's sentence for everything else, and lets it be discarded", async () => {
    const { discard, user } = show(refused({ code: 'INVALID', detail: 'The city is too long.' }));
    expect(screen.getByRole('alert').textContent).toContain('The city is too long.');
    await user.click(screen.getByRole('button', { name: 'Discard this order' }));
    expect(discard).toHaveBeenCalledOnce();
  });
});
