import { act, renderHook } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiProblem, NoAnswerError } from '../../shared/api/failure.ts';
import { noteAnswer, noteSilence } from '../../shared/api/reachability.ts';
import { useServerData } from './use-server-data.ts';

/** A screen whose server answers when the test says so. */
function screenOf() {
  const open: PromiseWithResolvers<string>[] = [];
  const { result } = renderHook(() =>
    useServerData('orders', () => {
      const line = Promise.withResolvers<string>();
      open.push(line);
      return line.promise;
    }),
  );
  const answer = (at: number, data: string) => act(async () => open[at]?.resolve(data));
  return { result, answer };
}
const ship = (data: string) => data.replace('paid', 'shipped');

test('what was read for another question is not shown as the answer to one that failed', async () => {
  const { result, rerender } = renderHook(
    ({ key }) =>
      useServerData(key, () => (key === 'all' ? Promise.resolve('all') : Promise.reject(new Error('gone')))),
    { initialProps: { key: 'all' } },
  );
  await act(async () => undefined);
  expect(result.current.data).toBe('all');
  rerender({ key: 'unpaid' });
  expect(result.current).toMatchObject({ data: 'all', loading: true, stale: true });
  await act(async () => undefined);
  expect(result.current).toMatchObject({ data: undefined, loading: false });
  expect(result.current.error).toBeInstanceOf(Error);
});

test('what is read again is no answer to another question', async () => {
  const { result, answer } = screenOf();
  await answer(0, 'paid');
  act(() => result.current.reload());
  expect(result.current).toMatchObject({ data: 'paid', loading: true, stale: false });
});

test('what is known already shows at once', async () => {
  const { result, answer } = screenOf();
  await answer(0, 'paid');
  act(() => result.current.patch(ship));
  expect(result.current.data).toBe('shipped');
});

test('an answer that was on its way before a change does not take it back', async () => {
  const { result, answer } = screenOf();
  await answer(0, 'paid');
  act(() => result.current.reload());
  act(() => result.current.patch(ship));
  await answer(1, 'paid');
  expect(result.current.data).toBe('shipped');
});

test('a change before the first answer is not lost, and is not made to a later answer', async () => {
  const { result, answer } = screenOf();
  act(() => result.current.patch(ship));
  await answer(0, 'paid');
  expect(result.current.data).toBe('shipped');
  act(() => result.current.reload());
  await answer(1, 'paid again');
  expect(result.current.data).toBe('paid again');
});

test('a page that could not be read is read again when the shop is back', async () => {
  noteAnswer();
  let away = true;
  const load = vi.fn(async () => {
    if (!away) return 'orders';
    noteSilence();
    throw new NoAnswerError('unreachable');
  });
  const { result } = renderHook(() => useServerData('orders', load));
  await act(async () => undefined);
  expect(result.current.error).toBeInstanceOf(NoAnswerError);
  away = false;
  await act(async () => noteAnswer());
  expect(result.current).toMatchObject({ data: 'orders', error: null });
  await act(async () => noteSilence());
  await act(async () => noteAnswer());
  expect(load).toHaveBeenCalledTimes(2);
});

test('a page that the server failed to answer is asked for again until it answers, a refused one is not', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const problem = (status: number) =>
    new ApiProblem({ type: '', title: '', detail: 'No.', status, code: 'UNAVAILABLE', requestId: '' });
  const failing = vi
    .fn(async () => 'orders')
    .mockRejectedValueOnce(problem(503))
    .mockRejectedValueOnce(problem(503));
  const refused = vi.fn(() => Promise.reject(problem(403)));
  const { result } = renderHook(() => [useServerData('a', failing), useServerData('b', refused)] as const);
  for (const _ of [1, 2, 3, 4]) await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(result.current[0]).toMatchObject({ data: 'orders', error: null });
  expect(failing).toHaveBeenCalledTimes(3);
  expect(refused).toHaveBeenCalledTimes(1);
});
