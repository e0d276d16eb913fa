import { useQuery } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoAnswerError } from '../../shared/api/failure.ts';
import { noteAnswer, noteSilence } from '../../shared/api/reachability.ts';
import { Queries } from '../../shared/queries/queries.tsx';
import { refusal } from '../../shared/testing/refusal.ts';

const read = (key: string, queryFn: () => Promise<string>) =>
  renderHook(({ key }) => useQuery({ queryKey: [key], queryFn }), {
    initialProps: { key },
    wrapper: Queries,
  });
const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  noteAnswer();
});
afterEach(() => void vi.useRealTimers());

test('what was read for another question is not shown as the answer to one that failed', async () => {
  const answers = [() => Promise.resolve('all'), () => Promise.reject(new Error('gone'))];
  const { result, rerender } = read('all', async () => (await answers.shift()?.()) ?? '');
  await pass();
  rerender({ key: 'unpaid' });
  expect(result.current).toMatchObject({ data: 'all', isFetching: true, isPlaceholderData: true });
  await pass();
  expect(result.current).toMatchObject({ data: undefined, isFetching: false, isError: true });
});

test('a page that could not be read is read again when the shop is back', async () => {
  let away = true;
  const load = vi.fn(async () => {
    if (!away) return 'orders';
    noteSilence();
    throw new NoAnswerError('unreachable');
  });
  const { result } = read('orders', load);
  await pass();
  expect(result.current.error).toBeInstanceOf(NoAnswerError);
  away = false;
  noteAnswer();
  await pass();
  expect(result.current).toMatchObject({ data: 'orders', error: null });
  noteSilence();
  noteAnswer();
  await pass();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a page that the server failed to answer is asked for again until it answers, a refused one is not', async () => {
  const problem = (status: number) => refusal(status, 'UNAVAILABLE');
  const failing = vi
    .fn(async () => 'orders')
    .mockRejectedValueOnce(problem(503))
    .mockRejectedValueOnce(problem(503));
  const refused = vi.fn(() => Promise.reject(problem(403)));
  const { result } = read('orders', failing);
  read('users', refused);
  await pass(60_000);
  expect(result.current).toMatchObject({ data: 'orders', error: null });
  expect(failing).toHaveBeenCalledTimes(3);
  expect(refused).toHaveBeenCalledTimes(1);
});
