import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { orderOf } from '../../../../shared/testing/order.ts';
import { adminsDesk } from './desk.ts';
import { shownOrders, useOrderCache } from './order-cache.ts';
import { useOpenedOrder } from './use-opened-order.ts';

const order = orderOf();
vi.mock('../../../../shared/api/calls.ts', () => ({ getOrder: async () => order }));

test('an opened order that is not in the list is read, and says so when it is deleted meanwhile', async () => {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/orders/K-180']}>
        <Routes>
          <Route path="/orders/:number" element={children} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>
  );
  const list = shownOrders({ items: [], total: 0, nextCursor: null, found: null });
  const { result } = renderHook(
    () => ({ ...useOpenedOrder(adminsDesk, list), ...useOrderCache(adminsDesk) }),
    {
      wrapper,
    },
  );
  await waitFor(() => expect(result.current.subject?.order).toEqual(order));
  act(() => result.current.put('ord_other', null));
  expect(result.current.subject?.isGone).toBe(false);
  act(() => result.current.put(order._id, null));
  await waitFor(() => expect(result.current.subject).toMatchObject({ order, isGone: true }));
});
