import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { NoAnswerError } from '../../shared/api/failure.ts';
import { forgetToolReviews } from '../../shared/saved/tool-reviews.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { ToolReviews } from './tool-reviews.tsx';

const shop = vi.hoisted(() => ({
  answer: (_query: { cursor?: string }): Promise<unknown> => Promise.reject(),
}));
vi.mock('../../shared/api/call.ts', () => ({
  reply: (_name: string, { query }: { query: { cursor?: string } }) => shop.answer(query),
}));

const review = (_id: string, more = {}) => ({
  ...{ _id, rating: 5, reviews: `Words of ${_id}`, name: 'Rahima', createdAt: '2026-01-02T10:00:00.000Z' },
  ...{ toolId: 't1', verified: false, reply: null, ...more },
});
const answer = (reviews: object[], cursor?: string) => ({
  body: { rating: reviews.length === 0 ? null : { average: 4.5, count: 3 }, reviews },
  headers: new Headers(cursor === undefined ? {} : { 'X-Next-Cursor': cursor }),
});

beforeEach(async () => {
  shop.answer = async () => answer([]);
  await forgetToolReviews();
});

test('shows the rating, who bought the tool and what the shop answers, and older reviews on demand', async () => {
  const first = review('r3', {
    verified: true,
    reply: { text: 'Thank you', at: '2026-01-03T10:00:00.000Z' },
  });
  shop.answer = async ({ cursor }) =>
    cursor === undefined ? answer([first, review('r2')], 'older') : answer([review('r1')]);
  renderInShop(<ToolReviews toolId="t1" />);
  const [bought, other] = await screen.findAllByRole('figure');
  expect(screen.getByText(/4\.5 of 5/).parentElement?.textContent).toContain('4.5 of 5, 3 reviews');
  expect(within(bought as HTMLElement).getByText('Verified buyer')).toBeTruthy();
  expect(within(bought as HTMLElement).getByText('Thank you')).toBeTruthy();
  expect(within(other as HTMLElement).queryByText('Verified buyer')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show older reviews' }));
  expect(await screen.findByText('Words of r1')).toBeTruthy();
  expect(screen.getAllByRole('figure')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Show older reviews' })).toBeNull();
});

test('shows the saved reviews without a network, and leads to the form for this tool', async () => {
  shop.answer = async () => answer([review('r1')]);
  const { unmount } = renderInShop(<ToolReviews toolId="t2" />);
  await screen.findByText('Words of r1');
  unmount();
  shop.answer = () => Promise.reject(new NoAnswerError('unreachable'));
  renderInShop(<ToolReviews toolId="t2" />);
  expect(await screen.findByText('Words of r1')).toBeTruthy();
  const write = screen.getByRole('link', { name: 'Write a review' });
  expect(write.getAttribute('href')).toBe('/dashboard/addreview?tool=t2');
});

test('says that there is none', async () => {
  renderInShop(<ToolReviews toolId="t3" />);
  expect(await screen.findByText('No reviews yet.')).toBeTruthy();
});
