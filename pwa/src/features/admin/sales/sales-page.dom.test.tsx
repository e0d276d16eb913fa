import type { Sales } from '@karigar/bff/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem, NoAnswerError } from '../../../shared/api/failure.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { Component as SalesPage } from './sales-page.tsx';

const shop = vi.hoisted(() => ({ call: vi.fn(), download: vi.fn(), saveFile: vi.fn() }));
vi.mock('../../../shared/api/call.ts', () => ({ call: shop.call }));
vi.mock('../../../shared/api/download.ts', () => ({ download: shop.download }));
vi.mock('../../../shared/ui/save-file.ts', () => ({ saveFile: shop.saveFile }));

// Nothing is drawn here; the browser tests see the bars.
vi.mock('@mantine/charts', () => ({ BarChart: () => null }));

const none = { placed: 0, paid: 0, money: 0, givenBack: 0 };
const sales: Sales = {
  days: [
    { day: '2026-10-31', ...none },
    { day: '2026-11-01', placed: 5, paid: 4, money: 1_250, givenBack: 3.5 },
  ],
  before: [
    { day: '2026-10-29', ...none, paid: 2, money: 1_000 },
    { day: '2026-10-30', ...none },
  ],
  bestSellers: [{ _id: 't1', name: 'Wood Plane', pieces: 7, money: 900 }],
  runningOut: [{ _id: 't2', name: 'Hand Saw', availableQuantity: 6, perDay: 3.5, daysLeft: 1 }],
  orders: { unpaid: 1, paid: 2, shipped: 30, refunded: 4, deleted: 5 },
};

beforeEach(() => shop.call.mockResolvedValue(sales));
afterEach(() => vi.resetAllMocks());

const show = (query = '?from=2026-10-31&to=2026-11-01') =>
  renderInShop(<SalesPage />, { path: `/dashboard/sales${query}` });
const asked = () => shop.call.mock.calls.map(([, { query }]) => query);
const table = async (title: string) => {
  await userEvent.click(await screen.findByText(`${title} as a table`));
  const rows = within(screen.getByRole('table', { name: title })).getAllByRole('row');
  return rows.map((row) => row.textContent);
};

test('the figures of the span are beside those of the span before', async () => {
  show();
  const figures = await screen.findByRole('region', { name: 'Sales figures' });
  await within(figures).findByText('$1,250');
  expect(figures.textContent).toContain('+25%, $1,000 before');
  expect(figures.textContent).toContain('4Orders paid, 5 placed');
  expect(figures.textContent).toContain('$312.50Average order-38%, $500 before');
  expect(figures.textContent).toContain('$3.50Refunds$0 before');
  expect(asked()).toEqual([{ from: '2026-10-31', to: '2026-11-01' }]);
});

test('each chart can be read as a table, by day or by month', async () => {
  show();
  expect(await table('Money paid')).toEqual([
    'DayThis periodPrevious period',
    'Oct 31$0$1,000',
    'Nov 1$1,250$0',
  ]);
  await userEvent.selectOptions(screen.getByLabelText('Add up by'), 'Month');
  expect(await table('Orders paid')).toEqual(['MonthThis periodPrevious period', 'Oct 202602', 'Nov 202640']);
});

test('best sellers, tools that run out and the states of all orders are told', async () => {
  show();
  expect((await screen.findByRole('table', { name: 'Best sellers' })).textContent).toContain('Wood Plane');
  const runningOut = screen.getByRole('table', { name: /run out/ });
  expect(runningOut.textContent).toContain('1 day');
  expect(within(runningOut).getByRole('link').getAttribute('href')).toBe(
    '/dashboard/manageoproducts?search=Hand%20Saw',
  );
  expect(screen.getByRole('region', { name: 'All orders now' }).textContent).toContain('Shipped30');
});

test('other days are asked for once both are chosen', async () => {
  show('?days=7');
  await screen.findByRole('table', { name: 'Best sellers' });
  await userEvent.selectOptions(screen.getByLabelText('Period'), 'Other days');
  const first = await screen.findByLabelText(/First day/);
  await userEvent.clear(first);
  await userEvent.type(first, '2026-01-01');
  const before = asked().length;
  expect(asked().at(-1).from).not.toBe('2026-01-01');
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(asked()).toHaveLength(before + 1));
  expect(asked().at(-1).from).toBe('2026-01-01');
});

test('days in the wrong order, or none, are refused beside their fields in words', async () => {
  show();
  const first = await screen.findByLabelText(/First day/);
  const last = screen.getByLabelText(/Last day/);
  await userEvent.clear(last);
  await userEvent.type(last, '2026-10-01');
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  await screen.findByText('Choose a last day that is not before the first day');
  expect(document.activeElement).toBe(last);
  expect(last.getAttribute('aria-invalid')).toBe('true');
  await userEvent.clear(first);
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  await screen.findByText('Choose the first day');
  expect(document.activeElement).toBe(first);
  expect(asked()).toHaveLength(1);
});

test('a span without sales offers a longer one', async () => {
  shop.call.mockResolvedValue({ ...sales, days: [{ day: '2026-11-01', ...none }] });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Show the last 365 days' }));
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(screen.getByLabelText<HTMLSelectElement>('Period').value).toBe('365');
});

test('a span that the shop refuses is explained in its words', async () => {
  const errors = [{ field: 'to', message: 'Take at most 366 days at once' }];
  const problem = {
    type: '',
    title: 'Invalid',
    status: 400,
    code: 'INVALID',
    detail: '',
    requestId: 'r',
  } as const;
  shop.call.mockRejectedValue(new ApiProblem({ ...problem, errors }));
  show('?from=2020-01-01&to=2026-01-01');
  await screen.findByText('Take at most 366 days at once');
});

test('the days on screen are saved as a file, and a shop that is away is named', async () => {
  const file = new Blob(['day']);
  shop.download.mockResolvedValueOnce(file).mockRejectedValue(new NoAnswerError('unreachable'));
  show();
  const save = await screen.findByRole('button', { name: 'Download CSV by day' });
  await userEvent.click(save);
  expect(shop.download).toHaveBeenCalledWith('/sales.csv?from=2026-10-31&to=2026-11-01', 'text/csv');
  expect(shop.saveFile).toHaveBeenCalledWith(file, 'karigar-sales-2026-10-31-2026-11-01.csv');
  await userEvent.click(save);
  await screen.findByText('We can’t reach the shop right now.');
});
