import type { Tool } from '@karigar/bff/contracts';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { getConfig, getTools } from '../api/calls.ts';
import { entries } from '../testing/outbox-entries.ts';
import { renderInShop } from '../testing/render.tsx';
import { shopConfig } from '../testing/shop-config.ts';
import { EntryEditor } from './entry-editor.tsx';
import { changeOutboxEntry } from './outbox.ts';

vi.mock('../api/calls.ts');
vi.mock('./outbox.ts');

const tool = { _id: 't1', name: 'Hand saw', price: 12, minOrderQuantity: 2, availableQuantity: 9 } as Tool;
const onClose = vi.fn();
const quantity = () => screen.findByRole('textbox', { name: 'Quantity' });
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save and send' });
const limits = 'You can order minimum 2 or maximum 9 tools';

async function type(text: string): Promise<void> {
  const field = await quantity();
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(getConfig).mockResolvedValue(
    shopConfig({ unpaidOrders: { maxHeldPercent: 100, reserveHours: 0, reserveHoursUnverified: 0 } }),
  );
  vi.mocked(getTools).mockResolvedValue({ items: [tool], etag: '"1"' });
  renderInShop(<EntryEditor entry={entries.refused} onClose={onClose} />);
});

test.each(['5', '৫'])('a quantity that is typed anew as %s is sent', async (typed) => {
  vi.mocked(changeOutboxEntry).mockResolvedValue(entries.saved);
  await type(typed);
  await vi.waitFor(() => expect(saveButton().disabled).toBe(false), 5_000);
  await userEvent.click(saveButton());
  expect(vi.mocked(changeOutboxEntry).mock.calls[0]?.[1]).toMatchObject({ order: { quantity: 5 } });
  expect(onClose).toHaveBeenCalledOnce();
});

test('a quantity outside the limits of the tool is said and not sent', async () => {
  await type('10');
  expect(await screen.findByText(limits)).toBeTruthy();
  fireEvent.submit((await quantity()).closest('form') as HTMLFormElement);
  expect(saveButton().disabled).toBe(true);
  expect(changeOutboxEntry).not.toHaveBeenCalled();
});

test('the buttons step inside the limits of the tool', async () => {
  await vi.waitFor(async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Decrease' }));
    expect(screen.getByText(limits)).toBeTruthy();
  });
  await userEvent.click(screen.getByRole('button', { name: 'Increase' }));
  expect((await quantity()) as HTMLInputElement).toHaveProperty('value', '3');
});

test('without a quantity nothing is sent', async () => {
  const field = await quantity();
  await userEvent.clear(field);
  fireEvent.submit(field.closest('form') as HTMLFormElement);
  expect(await screen.findByText('Something wrong please type Quantity.')).toBeTruthy();
  expect(changeOutboxEntry).not.toHaveBeenCalled();
});

test('a telephone is sent, and one that cannot be called is said and not sent', async () => {
  vi.mocked(changeOutboxEntry).mockResolvedValue(entries.saved);
  await type('3');
  const telephone = screen.getByRole('textbox', { name: /^Phone/ });
  await userEvent.type(telephone, '017');
  expect(screen.getByText('Enter a phone number such as 01711-000000')).toBeTruthy();
  expect(saveButton().disabled).toBe(true);
  await userEvent.type(telephone, '11-222333');
  await userEvent.click(saveButton());
  expect(vi.mocked(changeOutboxEntry).mock.calls[0]?.[1]).toMatchObject({ order: { phone: '01711-222333' } });
});

test('a change that could not be kept says so, and what was typed stays', async () => {
  vi.mocked(changeOutboxEntry).mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  await quantity();
  await userEvent.click(saveButton());
  expect((await screen.findByRole('alert')).textContent).toBe('We couldn’t save your change on this device.');
  expect(onClose).not.toHaveBeenCalled();
});
