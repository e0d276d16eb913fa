import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { orderOf } from '../../../shared/testing/order.ts';
import { useDrawerSubject } from './use-drawer-subject.ts';

const order = orderOf();
vi.mock('../../../shared/api/calls.ts', () => ({ getOrder: async () => order }));

test.each([
  ['in the list', [order]],
  ['read from the shop', []],
])('an opened order that is deleted meanwhile is gone: %s', async (_, listed) => {
  const { result } = renderHook(() => useDrawerSubject('K-180', ({ number }) => number === 180, listed));
  await waitFor(() => expect(result.current.subject?.order).toBe(order));
  act(() => result.current.replace('ord_other', null));
  expect(result.current.subject?.isGone).toBe(false);
  act(() => result.current.replace(order._id, null));
  expect(result.current.subject).toMatchObject({ order, isGone: true });
});
