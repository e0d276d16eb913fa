import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderInShop } from '../testing/render.tsx';
import { EntryEditor } from './entry-editor.tsx';
import { changeOutboxEntry } from './outbox.ts';
import { entries } from './testing-entries.ts';

vi.mock('./outbox.ts');

const onClose = vi.fn();
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save and send' }));

beforeEach(() => {
  vi.resetAllMocks();
  renderInShop(<EntryEditor entry={entries.refused} onClose={onClose} />);
});

test('a quantity that is typed anew is sent as it was typed', async () => {
  vi.mocked(changeOutboxEntry).mockResolvedValue(true);
  const quantity = await screen.findByLabelText(/Quantity/);
  await userEvent.clear(quantity);
  await userEvent.type(quantity, '5');
  await save();
  expect(vi.mocked(changeOutboxEntry).mock.calls[0]?.[1]).toMatchObject({ order: { quantity: 5 } });
  expect(onClose).toHaveBeenCalledOnce();
});

test('without a quantity nothing is sent', async () => {
  const quantity = await screen.findByLabelText(/Quantity/);
  await userEvent.clear(quantity);
  fireEvent.submit(quantity.closest('form') as HTMLFormElement);
  expect(await screen.findByText('Something wrong please type Quantity.')).toBeTruthy();
  expect(changeOutboxEntry).not.toHaveBeenCalled();
});

test('a change that could not be kept says so, and what was typed stays', async () => {
  vi.mocked(changeOutboxEntry).mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  await screen.findByLabelText(/Quantity/);
  await save();
  expect((await screen.findByRole('alert')).textContent).toBe('The change could not be kept on this phone.');
  expect(onClose).not.toHaveBeenCalled();
});
