import { cleanup, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getConfig, getTools } from '../../shared/api/calls.ts';
import { NoAnswerError } from '../../shared/api/failure.ts';
import { clearPublicData, showPublicData } from '../../shared/testing/public-data.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { shopConfig } from '../../shared/testing/shop-config.ts';
import { toolNamed } from '../../shared/testing/tool.ts';
import { Component as ToolPage } from './tool-page.tsx';

vi.mock('../../shared/api/calls.ts');
vi.mock('./tool-reviews.tsx', () => ({ ToolReviews: () => null }));

beforeEach(() => {
  vi.mocked(getTools).mockResolvedValue({ items: null, etag: '"t"' });
});
afterEach(async () => {
  cleanup();
  await clearPublicData();
});

const pageOf = async (fields = {}, terms = { delivery: '', returns: '' }) => {
  vi.mocked(getConfig).mockResolvedValue(shopConfig({ terms }));
  showPublicData('config', shopConfig({ terms }));
  showPublicData('tools', [toolNamed('Saw', fields), toolNamed('Rasp', { category: 'Wood' })], {
    etag: '"t"',
  });
  const page = (
    <Routes>
      <Route path="/tools/:id" element={<ToolPage />} />
    </Routes>
  );
  renderInShop(page, { path: '/tools/Saw' });
  await screen.findByRole('heading', { level: 1, name: 'Saw' });
};
const section = (name: string) => within(screen.getByRole('region', { name }));

it('lists the specifications of a tool in their order', async () => {
  await pageOf({
    specifications: [
      { label: 'Weight', value: '450 g' },
      { label: 'Blade', value: 'Steel' },
    ],
  });
  const of = section('Specifications');
  expect(of.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Weight', 'Blade']);
  expect(of.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['450 g', 'Steel']);
});

it('has a button for each of several pictures, and fetches the next one alone ahead', async () => {
  await pageOf({ image: '/images/a.webp', otherImages: ['/images/b.webp', '/images/c.webp'], alt: 'A saw' });
  const turn = within(screen.getByRole('group', { name: 'Pictures' }));
  const names = turn.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(names).toEqual(['Previous picture', 'Picture 1', 'Picture 2', 'Picture 3', 'Next picture']);
  expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('alt'))).toEqual([
    'A saw (1 of 3)',
    'A saw (2 of 3)',
  ]);
  expect(screen.getByRole('button', { name: 'Enlarge picture 3 of 3' })).toBeTruthy();
});

it('has no such buttons for one picture', async () => {
  await pageOf();
  expect(screen.getByRole('button', { name: 'Enlarge the picture' })).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Pictures' })).toBeNull();
});

it('shows other tools of the category from what is saved, without the shop', async () => {
  vi.mocked(getTools).mockRejectedValue(new NoAnswerError('unreachable'));
  await pageOf({ category: 'Wood' });
  expect(section('More in Wood').getByRole('link', { name: 'Rasp' })).toBeTruthy();
});

it('says of delivery and returns what the shop has set, and promises nothing else', async () => {
  await pageOf({}, { delivery: 'In 3 days.', returns: 'Within a week.' });
  expect(section('Delivery and returns').getByText('In 3 days.')).toBeTruthy();
  expect(section('Delivery and returns').getByText('Within a week.')).toBeTruthy();
  cleanup();
  await pageOf();
  const words = section('Delivery').getAllByRole('definition');
  expect(words.map(({ textContent }) => textContent)).toEqual(['Usually within 2 days of payment']);
  expect(screen.queryByRole('region', { name: 'Specifications' })).toBeNull();
});
