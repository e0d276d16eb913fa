import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { renderInShop } from '../testing/render.tsx';
import {
  endFailures,
  endOffers,
  endToasts,
  notifyFailure,
  notifyInfo,
  notifySuccess,
  offerWay,
} from './toast.ts';

const words = () =>
  [...document.querySelectorAll('[role=status], [role=alert]')].map((one) => one.textContent);
const stands = (...expected: string[]) => waitFor(() => expect(words()).toEqual(expected));
const close = () => userEvent.click(screen.getByRole('button', { name: 'Close' }));

afterEach(() => act(() => endToasts()));

test('one toast stands at a time: the newest', async () => {
  renderInShop(null);
  await act(() => notifySuccess('Saved.'));
  await act(() => notifyInfo('Signed in.'));
  await stands('Signed in.');
  await close();
  await stands();
});

test('bad news that made room comes back, and never stands twice', async () => {
  renderInShop(null);
  await act(() => notifyFailure('Not deleted.'));
  await act(() => notifyInfo('Signed in.'));
  await stands('Signed in.');
  await act(() => notifyFailure('Not sent.'));
  await act(() => notifyFailure('Not deleted.'));
  await stands('Not deleted.');
  await close();
  await stands('Not sent.');
  await close();
  await stands();
});

test('bad news ends when the person succeeds', async () => {
  renderInShop(null);
  await act(() => notifyFailure('Not deleted.'));
  await act(() => notifySuccess('Deleted.'));
  await stands('Deleted.');
  await close();
  await stands();
});

test('bad news ends with its page', async () => {
  renderInShop(null);
  await act(() => notifyFailure('Not deleted.'));
  await act(() => notifyFailure('Not sent.'));
  await stands('Not sent.');
  await act(() => endFailures());
  await stands();
});

test('an offer ends where it leads, and no other one does', async () => {
  renderInShop(null);
  await act(() => offerWay('The saw waits.', { label: 'Pay Now', to: '/pay/1' }));
  await act(() => offerWay('The drill waits.', { label: 'Pay Now', to: '/pay/2' }));
  await act(() => endOffers('/pay/2'));
  await stands('The saw waits.');
  await act(() => endOffers('/pay/1'));
  await stands();
});
