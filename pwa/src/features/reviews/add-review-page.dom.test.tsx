import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { changeOutboxEntry } from '../../shared/outbox/outbox.ts';
import { personDb } from '../../shared/saved/person-db.ts';
import { entries, saveEntry } from '../../shared/testing/outbox-entries.ts';
import { signInAs } from '../../shared/testing/person.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { Component as AddReviewPage } from './add-review-page.tsx';

vi.mock('../../shared/api/calls.ts', () => ({
  getTools: () => new Promise(() => undefined),
  getReviews: () => new Promise(() => undefined),
}));
vi.mock('../../shared/outbox/outbox.ts', { spy: true });

const first = {
  id: 'e1',
  uid: 'u1',
  work: { kind: 'review', review: { rating: 5, reviews: 'Sharp' } },
} as const;

beforeEach(() => {
  signInAs({ email: 'r@karigar.example' });
});

test('says that another tab was faster than a change, and keeps what was typed', async () => {
  const refusal = { code: 'INVALID', detail: 'Not so' } as const;
  await saveEntry({ ...entries.refused, ...first, refusal });
  vi.mocked(changeOutboxEntry).mockImplementationOnce(async () => {
    await saveEntry({ ...entries.sending, ...first });
    return null;
  });
  const user = userEvent.setup();
  renderInShop(<AddReviewPage />);
  await screen.findByText('Not so');
  const words = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });
  await user.type(words(), ' and light');
  cleanup();
  renderInShop(<AddReviewPage />);
  await screen.findByText('Not so');
  expect(words().value).toBe('Sharp and light');
  await user.click(screen.getByRole('button', { name: 'Add Review' }));
  expect(await screen.findByText(/It’s too late to change this/)).toBeTruthy();

  await act(() => saveEntry({ ...entries.accepted, ...first, orderId: null }));
  expect(await screen.findByText('You successfully added a review.')).toBeTruthy();
  expect(words().value).toBe('Sharp and light');
});

test('keeps what is typed about a tool apart from other reviews, and sends it as a review of the tool', async () => {
  const user = userEvent.setup();
  const { unmount } = renderInShop(<AddReviewPage />);
  await user.type(await screen.findByRole('textbox', { name: 'Description' }), 'Good shop');
  unmount();
  renderInShop(<AddReviewPage />, { path: '/dashboard/addreview?tool=t1' });
  const words = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });
  await screen.findByRole('textbox', { name: 'Description' });
  expect(words().value).toBe('');
  await user.type(words(), 'Sharp saw');
  await user.click(screen.getByRole('button', { name: 'Add Review' }));
  const review = { rating: 5, reviews: 'Sharp saw', toolId: 't1' };
  await waitFor(async () =>
    expect((await personDb('u1').read(({ outbox }) => outbox.all())).map(({ work }) => work)).toContainEqual({
      kind: 'review',
      review,
    }),
  );
});
