import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
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
