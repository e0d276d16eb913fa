import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteAnswer } from '../../shared/api/reachability.ts';
import { removePersonDb } from '../../shared/saved/person-db.ts';
import { forgetPerson } from '../../shared/session/session-store.ts';
import { lendToken } from '../../shared/testing/lend-token.ts';
import { orderOf } from '../../shared/testing/order.ts';
import { signInAs } from '../../shared/testing/person.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { DeleteOrderModal } from './delete-order-modal.tsx';

const uid = 'u1';
const onDeleted = vi.fn();
/** How the shop answers to the deletion, and whether it still has the order. */
let deletion: () => Promise<Response>;
let isThere: boolean;

function Page() {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsked(true)}>
        Ask
      </button>
      <DeleteOrderModal
        order={asked ? orderOf({ paid: false }) : null}
        onClose={() => setAsked(false)}
        onDeleted={onDeleted}
      />
    </>
  );
}

/** Asks for the deletion, and confirms it. */
async function confirm() {
  renderInShop(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  return dialog;
}

beforeEach(() => {
  vi.clearAllMocks();
  isThere = true;
  lendToken();
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    if (method === 'DELETE') return deletion();
    if (isThere) return Response.json(address.includes('/order/') ? orderOf({ paid: false }) : []);
    return Response.json({ code: 'ORDER_GONE', detail: 'It is gone.' }, { status: 404 });
  });
  noteAnswer();
  signInAs({ uid, email: 'r@karigar.example' });
});
afterEach(async () => {
  act(() => forgetPerson());
  await act(() => removePersonDb(uid));
  cleanup();
  vi.unstubAllGlobals();
});

const silence = () => Promise.reject(new DOMException('No answer', 'TimeoutError'));

test('a deletion that the shop never answered is found out when it answers again', async () => {
  deletion = () => {
    isThere = false;
    return silence();
  };
  await confirm();
  await screen.findByText(
    'We couldn’t confirm that your order of 3 × Hand saw was deleted. We’ll check as soon as the shop answers.',
  );
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => noteAnswer());
  await screen.findByText('Suuccessfully deleted');
  await waitFor(() => expect(screen.queryByText(/We couldn’t confirm/)).toBeNull());
  // By then the person may be on another page.
  expect(onDeleted).not.toHaveBeenCalled();
});

test('while the shop is silent the question can be closed, and the outcome is told all the same', async () => {
  let answer: (response: Response) => void = () => undefined;
  deletion = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const dialog = await confirm();
  await userEvent.click(dialog.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer(Response.json({ deletedCount: 1 }));
  await screen.findByText('Suuccessfully deleted');
});
