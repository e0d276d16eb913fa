import type { Stats } from '@karigar/bff/contracts';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoAnswerError } from '../../../shared/api/failure.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { Component as OperationsPage } from './operations-page.tsx';

const shop = vi.hoisted(() => ({ getOperations: vi.fn(), getStats: vi.fn() }));
vi.mock('../../../shared/api/calls.ts', () => ({ ...shop, getOrderTimeline: vi.fn(), pageOf: vi.fn() }));
vi.mock('../../../shared/api/call.ts', () => ({
  call: async (name: string) =>
    name === 'GET /operations' ? shop.getOperations() : { waiting: 0, failedTotal: 0, failed: [] },
  reply: () => new Promise(() => undefined),
}));

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const stats: Stats = {
  orders: { unpaid: 0, paid: 0, shipped: 0, refunded: 0, deleted: 0, attention: 0, cancelAsked: 0 },
  revenue: 0,
  givenBack: 0,
  awaitingPayment: 0,
  lowStock: [],
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

test('a shop that hangs is said to, and not asked again before it has been given up', async () => {
  shop.getStats.mockResolvedValue(stats);
  shop.getOperations.mockImplementation(
    () => new Promise((_, reject) => setTimeout(() => reject(new NoAnswerError('timeout')), 10_001)),
  );
  renderInShop(<OperationsPage />);
  await wait(12_000);
  screen.getByRole('alert');
  expect(shop.getOperations).toHaveBeenCalledOnce();
});

test('it looks at the numbers of the shop again as well', async () => {
  shop.getOperations.mockReturnValue(new Promise(() => undefined));
  shop.getStats.mockResolvedValueOnce(stats).mockResolvedValue({ ...stats, revenue: 480 });
  renderInShop(<OperationsPage />);
  await wait(0);
  act(() => screen.getByRole('button', { name: 'Refresh' }).click());
  await wait(0);
  screen.getByText('$480');
});
