import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { getStats, getTools } from '../../../shared/api/calls.ts';
import { NoAnswerError } from '../../../shared/api/failure.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { Component as ManageProductsPage } from './manage-products-page.tsx';

vi.mock('../../../shared/api/calls.ts');

it('says that the products could not be read, and reads them again on request', async () => {
  vi.mocked(getStats).mockRejectedValue(new NoAnswerError('unreachable'));
  vi.mocked(getTools)
    .mockRejectedValueOnce(new NoAnswerError('unreachable'))
    .mockResolvedValue({ items: [], etag: null });
  renderInShop(<ManageProductsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No products yet.')).toBeTruthy();
});
