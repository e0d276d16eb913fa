import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getStats, getTools } from '../../../shared/api/calls.ts';
import { NoAnswerError } from '../../../shared/api/failure.ts';
import { forgetIndex } from '../../../shared/finding/tool-search.ts';
import { clearPublicData, showPublicData } from '../../../shared/testing/public-data.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { toolNamed } from '../../../shared/testing/tool.ts';
import { Component as ManageProductsPage } from './manage-products-page.tsx';

vi.mock('../../../shared/api/calls.ts');

beforeEach(() => {
  // The index comes when it likes.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await clearPublicData();
  await clearPublicData();
  forgetIndex();
});

it('says that the products could not be read, and reads them again on request', async () => {
  vi.mocked(getStats).mockRejectedValue(new NoAnswerError('unreachable'));
  vi.mocked(getTools)
    .mockRejectedValueOnce(new NoAnswerError('unreachable'))
    .mockResolvedValue({ items: [], etag: null });
  renderInShop(<ManageProductsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No products yet.')).toBeTruthy();
});

it('finds products by their names alone, mistyped too, and shows similar ones where none match', async () => {
  vi.mocked(getStats).mockRejectedValue(new NoAnswerError('unreachable'));
  vi.mocked(getTools).mockResolvedValue({ items: null, etag: '"t"' });
  const rows = [
    toolNamed('Trowel', { description: 'Never a hammer.' }),
    toolNamed('Hand Saw', { otherNames: 'করাত' }),
    toolNamed('Claw Hammer'),
    toolNamed('Plane'),
  ];
  showPublicData('tools', rows, { etag: '"t"' });
  renderInShop(<ManageProductsPage />);
  const user = userEvent.setup();
  const search = async (text: string) => {
    await user.clear(screen.getByRole('searchbox', { name: 'Tools name' }));
    await user.type(screen.getByRole('searchbox', { name: 'Tools name' }), text);
    await user.click(screen.getByRole('button', { name: 'Search' }));
  };
  const edited = () =>
    screen.getAllByRole('button', { name: /^Edit / }).map((button) => button.getAttribute('aria-label'));
  await search('hamer');
  await waitFor(() => expect(edited()).toEqual(['Edit Claw Hammer']));
  await search('করাত');
  expect(edited()).toEqual(['Edit Hand Saw']);
  await search('trwwl');
  expect(edited()).toEqual(['Edit Trowel']);
  expect(screen.getByText('No products match. Similar names are below.')).toBeTruthy();
});
