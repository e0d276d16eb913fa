import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { NoAnswerError } from '../../../shared/api/failure.ts';
import { Queries } from '../../../shared/queries/queries.tsx';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { Bookkeeping, lastMonth } from './operations-page.tsx';

const made = vi.hoisted(() => ({ download: vi.fn(), saveFile: vi.fn() }));
vi.mock('../../../shared/api/download.ts', () => ({ download: made.download }));
vi.mock('../../../shared/ui/save-file.ts', () => ({ saveFile: made.saveFile }));
afterEach(() => vi.resetAllMocks());

const show = () =>
  renderInShop(
    <Queries>
      <Bookkeeping />
    </Queries>,
  );

test.each([
  ['2026-11-23T10:00:00Z', '2026-10-01', '2026-10-31'],
  ['2026-11-30T17:59:59Z', '2026-10-01', '2026-10-31'],
  // December 1st, 03:00, in Dhaka.
  ['2026-11-30T21:00:00Z', '2026-11-01', '2026-11-30'],
  ['2026-02-28T18:00:00Z', '2026-02-01', '2026-02-28'],
  ['2026-01-31T17:59:59Z', '2025-12-01', '2025-12-31'],
])('the month before %s is the first choice', (now, from, to) => {
  expect(lastMonth(Date.parse(now))).toEqual({ from, to });
});

test('the file of the chosen days is saved under their name', async () => {
  const { from, to } = lastMonth(Date.now());
  const file = new Blob(['orderId']);
  made.download.mockResolvedValue(file);
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  expect(made.download).toHaveBeenCalledWith(`/bookkeeping.csv?from=${from}&to=${to}`, 'text/csv');
  expect(made.saveFile).toHaveBeenCalledWith(file, `karigar-bookkeeping-${from}-${to}.csv`);
});

test('a shop that cannot be reached is named, and the days stay', async () => {
  made.download.mockRejectedValue(new NoAnswerError('unreachable'));
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  await screen.findByText('We can’t reach the shop right now.');
  expect(screen.getByLabelText<HTMLInputElement>(/First day/).value).toBe(lastMonth(Date.now()).from);
  expect(made.saveFile).not.toHaveBeenCalled();
});
