import type { Order, RefundRequest } from '@karigar/bff/contracts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { noteAnswer, noteSilence } from '../../../../shared/api/reachability.ts';
import type { DialogOpening } from '../../../../shared/dialog/use-dialog-work.ts';
import { orderOf } from '../../../../shared/testing/order.ts';
import { refusal } from '../../../../shared/testing/refusal.ts';
import { renderInShop } from '../../../../shared/testing/render.tsx';
import { RefundDialog } from './refund-dialog.tsx';

const at = '2026-01-03T10:00:00.000Z';

function show(fields: Partial<Order> = {}) {
  const onRefund = vi.fn<(wish: RefundRequest, dialog: DialogOpening) => Promise<void>>(
    async (_, { close }) => void close(),
  );
  const onClose = vi.fn();
  renderInShop(<RefundDialog order={orderOf(fields)} opened onRefund={onRefund} onClose={onClose} />);
  return { onRefund, onClose };
}
const restock = () => screen.getByRole<HTMLInputElement>('switch', { name: /Return the items to stock/ });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Refund $36' }));
const choose = (reason: string) => userEvent.selectOptions(screen.getByLabelText('Reason'), reason);

test('needs a reason, and takes the pieces back that never left', async () => {
  const { onRefund, onClose } = show();
  await press();
  screen.getByText('Choose a reason for the refund.');
  expect(document.activeElement).toBe(screen.getByLabelText('Reason'));
  expect(onRefund).not.toHaveBeenCalled();
  await choose('Out of stock');
  await press();
  expect(onRefund.mock.calls.map(([wish]) => wish)).toEqual([{ reason: 'out-of-stock', restock: true }]);
  expect(onClose).toHaveBeenCalledOnce();
});

test('leaves shipped pieces where they are unless somebody says that they came back', async () => {
  const { onRefund } = show({ status: 'Shipped' });
  expect(restock().checked).toBe(false);
  await choose('Returned by customer');
  await userEvent.click(restock());
  await press();
  expect(onRefund.mock.lastCall?.[0]).toEqual({ reason: 'returned', restock: true });
});

test('of an order that was paid by hand asks for the transaction with which the money was sent back', async () => {
  const { onRefund } = show({ paidWay: 'bKash' });
  await choose('Out of stock');
  await press();
  screen.getByText('Enter the transaction ID of the refund.');
  const field = screen.getByRole('textbox', { name: 'Transaction ID of the refund' });
  expect(document.activeElement).toBe(field);
  expect(onRefund).not.toHaveBeenCalled();
  await userEvent.type(field, 'Z9Y8');
  await press();
  const wish = { reason: 'out-of-stock', restock: true, transactionId: 'Z9Y8' };
  expect(onRefund.mock.lastCall?.[0]).toEqual(wish);
});

test('a customer who asks to cancel is the reason already', async () => {
  const { onRefund } = show({ cancellation: { reason: 'mistake', at, declinedAt: null } });
  await press();
  expect(onRefund.mock.lastCall?.[0]).toEqual({ reason: 'customer', restock: true });
});

test('gives back what is left, and pieces once', () => {
  show({ refund: { amount: 3.5, at, restocked: true, whole: false } });
  screen.getByRole('button', { name: 'Refund $32.50' });
  expect(screen.queryByRole('switch')).toBeNull();
});

test('says before anything is pressed that it needs a network', () => {
  noteSilence();
  show();
  expect(screen.getByRole('alert').textContent).toContain('You need to be online');
  noteAnswer();
});

test('a refusal is said in the dialog, which keeps what was chosen', async () => {
  const words = 'The payment provider refuses: the payment is disputed.';
  const { onRefund, onClose } = show();
  onRefund.mockImplementationOnce(async (_, { failed }) => failed(refusal(409, 'REFUND_REFUSED', words)));
  await choose('Arrived damaged');
  await userEvent.click(restock());
  await press();
  expect(screen.getByRole('alert').textContent).toContain(words);
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLSelectElement>('Reason').value).toBe('damaged');
  expect(restock().checked).toBe(false);
});

test('while the shop is asked it can be closed', async () => {
  const { onRefund, onClose } = show();
  onRefund.mockReturnValueOnce(new Promise(() => undefined));
  await choose('Arrived damaged');
  await press();
  await userEvent.click(screen.getByText('Close'));
  expect(onClose).toHaveBeenCalledOnce();
});
