import type { Order } from '@karigar/bff/contracts';
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getOrder, shipOrder } from '../../../shared/api/calls.ts';
import { useOrderActions } from './use-order-actions.ts';

vi.mock('../../../shared/api/calls.ts');
vi.mock('../../../shared/ui/toast.ts', () => ({
  notifyFailure: vi.fn(),
  notifyInfo: vi.fn(),
  notifySuccess: vi.fn(),
}));

test('each order waits for its own answer, however many are shipped at once', async () => {
  const answers = new Map<string, () => void>();
  vi.mocked(shipOrder).mockImplementation(
    (id) => new Promise((resolve) => answers.set(id, () => resolve({ modifiedCount: 1 }))),
  );
  vi.mocked(getOrder).mockImplementation(async (id) => ({ _id: id }) as Order);
  const { result } = renderHook(() => useOrderActions(vi.fn()));
  const ship = (id: string) => act(async () => void result.current.ship({ _id: id } as Order));
  await ship('a');
  await ship('b');
  expect([...result.current.busy]).toEqual(['a', 'b']);
  await act(async () => answers.get('a')?.());
  expect([...result.current.busy]).toEqual(['b']);
  await act(async () => answers.get('b')?.());
  expect([...result.current.busy]).toEqual([]);
});
