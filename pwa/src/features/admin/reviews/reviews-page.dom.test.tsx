import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { Component as ReviewsPage } from './reviews-page.tsx';

interface Row {
  _id: string;
  name: string;
  hiddenFor?: string;
  reply: { text: string; at: string } | null;
}
const shop = vi.hoisted(() => ({ rows: [] as Row[], fails: false }));
vi.mock('../../../shared/api/calls.ts', async (original) => ({
  ...(await original<object>()),
  getReviews: () => new Promise(() => undefined),
  getTools: () => new Promise(() => undefined),
}));
vi.mock('../../../shared/api/call.ts', () => ({
  async reply(name: string) {
    const isHidden = name === 'GET /reviews/hidden';
    const rows = shop.rows.filter(({ hiddenFor }) => (hiddenFor !== undefined) === isHidden);
    const body = rows.map(({ hiddenFor, ...row }) => ({
      ...{
        rating: 5,
        reviews: 'Sharp',
        createdAt: '2026-01-02T10:00:00.000Z',
        toolId: null,
        verified: false,
      },
      ...row,
      ...(hiddenFor !== undefined && { reason: hiddenFor }),
    }));
    return { body, headers: new Headers() };
  },
  async call(
    name: string,
    { params: { id }, body }: { params: { id: string }; body?: Record<string, string> },
  ) {
    if (shop.fails) throw new Error('The shop is away');
    shop.rows = shop.rows.map(({ hiddenFor, ...row }) => {
      const kept = { ...row, ...(hiddenFor !== undefined && { hiddenFor }) };
      if (row._id !== id) return kept;
      if (name === 'PUT /reviews/:id') return body?.hidden ? { ...row, hiddenFor: body.reason ?? '' } : row;
      return { ...kept, reply: name.startsWith('PUT') ? { text: body?.text ?? '', at: '' } : null };
    });
  },
}));

beforeEach(() => {
  shop.fails = false;
  shop.rows = [
    { _id: 'r2', name: 'Rahima', reply: null },
    { _id: 'r1', name: 'Karim', reply: null },
  ];
});
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('hides a review for a reason and shows it again', async () => {
  renderInShop(<ReviewsPage />);
  await press('Hide: the review by Rahima');
  await press('Hide the review');
  expect(screen.getByText('Choose a reason.')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Why do you hide it?'), 'It is untrue');
  await press('Hide the review');
  await waitFor(() => expect(screen.queryByText(/^Rahima,/)).toBeNull());
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Hidden from customers');
  expect(await screen.findByText('Hidden: It is untrue')).toBeTruthy();
  await press('Show again: the review by Rahima');
  expect(await screen.findByText('No review is hidden.')).toBeTruthy();
});

test('answers a review, keeps what was typed when that fails, changes the answer and removes it', async () => {
  renderInShop(<ReviewsPage />);
  await press('Answer: the review by Karim');
  await press('Answer');
  expect(screen.getByText('Write an answer')).toBeTruthy();
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your public answer');
  await userEvent.type(field(), 'Thank you');
  shop.fails = true;
  await press('Answer');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(field().value).toBe('Thank you');
  shop.fails = false;
  await press('Answer');
  expect(await screen.findByText('Thank you')).toBeTruthy();
  await press('Change answer: the review by Karim');
  expect(field().value).toBe('Thank you');
  await userEvent.type(field(), ', Karim');
  await press('Answer');
  expect(await screen.findByText('Thank you, Karim')).toBeTruthy();
  await press('Remove answer: the review by Karim');
  await waitFor(() => expect(screen.queryByText('Thank you, Karim')).toBeNull());
});
