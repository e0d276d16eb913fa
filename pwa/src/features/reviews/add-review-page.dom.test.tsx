import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { changeOutboxEntry } from '../../shared/outbox/outbox.ts';
import { addEntry, beginNext, changeEntry, recordOutcome } from '../../shared/outbox/store.ts';
import { keepPerson, keepToken } from '../../shared/session/session-store.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { Component as AddReviewPage } from './add-review-page.tsx';

vi.mock('../../shared/api/calls.ts');
vi.mock('../../shared/outbox/outbox.ts', { spy: true });

const first = { kind: 'review', review: { rating: 5, reviews: 'Sharp' } } as const;

beforeEach(() => {
  keepToken('token');
  keepPerson({ uid: 'u1', email: 'r@karigar.example', name: 'Rahima', photoURL: null, admin: false });
});

test('says that another tab was faster than a change, and keeps what was typed', async () => {
  await addEntry('u1', 'e1', first, 1);
  await beginNext('u1', new Set(), 2);
  await recordOutcome('u1', 'e1', { type: 'refused', refusal: { code: 'INVALID', detail: 'Not so' } }, 3);
  vi.mocked(changeOutboxEntry).mockImplementationOnce(async (id, work) => {
    await changeEntry('u1', id, first);
    await beginNext('u1', new Set(), 4);
    return changeEntry('u1', id, work);
  });
  const user = userEvent.setup();
  renderInShop(<AddReviewPage />);
  await screen.findByText('Not so');
  const words = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });
  await user.type(words(), ' and light');
  await user.click(screen.getByRole('button', { name: 'Add Review' }));
  expect(await screen.findByText(/It’s too late to change this/)).toBeTruthy();

  await act(() => recordOutcome('u1', 'e1', { type: 'accepted', orderId: null, order: null }, 5));
  expect(await screen.findByText('You successfully added a review.')).toBeTruthy();
  expect(words().value).toBe('Sharp and light');
});
