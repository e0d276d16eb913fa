import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { NoAnswerError } from '../api/failure.ts';
import { renderInShop } from '../testing/render.tsx';
import type { Saved } from './revalidation.ts';
import { SavedView } from './saved-view.tsx';

const show = (saved: Partial<Saved<number | null>>) => {
  const revalidate = vi.fn(() => Promise.resolve());
  const whole = { data: undefined, failure: null, revalidating: false, checkedAt: null, savedAt: null };
  renderInShop(
    <SavedView saved={{ ...whole, revalidate, ...saved }} loading="on its way" gone="no longer there">
      {(count) => `${count} of them`}
    </SavedView>,
  );
  return revalidate;
};

test.each<[string, Partial<Saved<number | null>>, string]>([
  ['unknown data', {}, 'on its way'],
  ['a thing that the shop no longer has', { data: null }, 'no longer there'],
  ['data, none included', { data: 0 }, '0 of them'],
  ['data that could not be refreshed', { data: 3, failure: new NoAnswerError('timeout') }, '3 of them'],
])('shows %s', (_what, saved, text) => {
  show(saved);
  expect(screen.getByText(text)).toBeTruthy();
});

test('a failed first reading can be repeated', async () => {
  const revalidate = show({ failure: new NoAnswerError('unreachable') });
  expect(screen.getByText('We can’t reach the shop right now.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(revalidate).toHaveBeenCalledOnce();
});
