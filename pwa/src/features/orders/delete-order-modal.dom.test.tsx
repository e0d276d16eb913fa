import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { noteAnswer } from '../../shared/api/reachability.ts';
import { change, json, open, problem, shop } from './testing/order-shop.tsx';

/** Opens the page of an unpaid order, asks for its deletion, and confirms it. */
async function remove(deletion: () => Promise<Response> | Response) {
  const { _id } = change({ paid: false, paidAt: null, transactionId: null });
  shop.answers[`/orders/${_id}`] = deletion;
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  return dialog;
}

test('a deletion leads back to My Orders', async () => {
  await remove(() => json(200, { deletedCount: 1 }));
  expect(await screen.findByText('Suuccessfully deleted')).toBeTruthy();
  expect(await screen.findByText('At /dashboard/myorders null')).toBeTruthy();
});

test('one that the shop never answered is found out when it answers again, and leads nobody away', async () => {
  await remove(() => {
    shop.answers[`/order/${shop.order._id}`] = () => problem('ORDER_GONE', 'It is gone.', 404);
    throw new DOMException('No answer', 'TimeoutError');
  });
  await screen.findByText(
    'We couldn’t confirm that your order of 3 × Hand saw was deleted. We’ll check as soon as the shop answers.',
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => noteAnswer());
  await screen.findByText('Suuccessfully deleted');
  await waitFor(() => expect(screen.queryByText(/We couldn’t confirm/)).toBeNull());
  expect(screen.queryByText(/^At /)).toBeNull();
});

test('while the shop is silent the question can be closed, and the outcome is told all the same', async () => {
  const answer = Promise.withResolvers<Response>();
  const dialog = await remove(() => answer.promise);
  await userEvent.click(dialog.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer.resolve(json(200, { deletedCount: 1 }));
  await screen.findByText('Suuccessfully deleted');
});
