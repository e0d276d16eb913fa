import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { declineCancellation, refundOrder } from '../../../shared/api/calls.ts';
import { orderOf } from '../../../shared/testing/order.ts';
import { notifyInfo } from '../../../shared/ui/toast.ts';
import { useOrderActions } from './use-order-actions.ts';

vi.mock('../../../shared/api/calls.ts');
vi.mock('../../../shared/ui/toast.ts', () => ({
  notifyFailure: vi.fn(),
  notifyInfo: vi.fn(),
  notifySuccess: vi.fn(),
}));

test('each order waits for its own answer, however many are declined at once', async () => {
  const answers = new Map<string, () => void>();
  vi.mocked(declineCancellation).mockImplementation(
    (id) => new Promise((resolve) => answers.set(id, () => resolve({ order: orderOf({ _id: id }) }))),
  );
  const { result } = renderHook(() => useOrderActions(vi.fn()));
  const decline = (_id: string) => act(async () => void result.current.decline(orderOf({ _id })));
  await decline('a');
  await decline('b');
  expect([...result.current.busy]).toEqual(['a', 'b']);
  await act(async () => answers.get('a')?.());
  expect([...result.current.busy]).toEqual(['b']);
  await act(async () => answers.get('b')?.());
  expect([...result.current.busy]).toEqual([]);
});

test('a refund without an answer is said to be in progress', async () => {
  const asked = orderOf({
    refundRequest: { reason: 'damaged', restock: false, at: '2026-01-03T10:00:00.000Z' },
  });
  vi.mocked(refundOrder).mockResolvedValue({ order: asked });
  const onSettled = vi.fn();
  const { result } = renderHook(() => useOrderActions(onSettled));
  await act(() => result.current.refund(orderOf(), { reason: 'damaged', restock: false }));
  expect(onSettled).toHaveBeenCalledExactlyOnceWith('ord_1', asked);
  expect(vi.mocked(notifyInfo).mock.lastCall?.[0]).toContain('has not answered yet');
});
