import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../../../shared/api/call.ts';
import { getOrder } from '../../../../shared/api/calls.ts';
import { ApiProblem, NoAnswerError } from '../../../../shared/api/failure.ts';
import { noteAnswer, noteSilence } from '../../../../shared/api/reachability.ts';
import { Queries } from '../../../../shared/queries/queries.tsx';
import { orderOf } from '../../../../shared/testing/order.ts';
import { refusal } from '../../../../shared/testing/refusal.ts';
import { notifyFailure, notifyInfo, notifySuccess, notifyUntilClosed } from '../../../../shared/ui/toast.ts';
import { adminsDesk } from '../model/desk.ts';
import { useOrderActions } from './use-order-actions.ts';

type Call = (name: string, given: { params: { id: string } }) => Promise<unknown>;
vi.mock('../../../../shared/api/call.ts');
vi.mock('../../../../shared/api/calls.ts');
vi.mock('../../../../shared/ui/toast.ts');
beforeEach(() => {
  vi.clearAllMocks();
  noteAnswer();
});

const at = '2026-01-03T10:00:00.000Z';
const order = orderOf({ cancellation: { reason: 'mistake', at, declinedAt: null } });
const actionsOf = (on: Partial<Parameters<typeof useOrderActions>[1]> = {}) =>
  renderHook(
    () => useOrderActions(adminsDesk, { put: vi.fn(), refresh: vi.fn(), readSoon: vi.fn(), ...on }),
    {
      wrapper: Queries,
    },
  );
/** A dialog that is open, and says its failures in toasts. */
const dialog = {
  isOpen: () => true,
  close: () => true,
  failed: (error: unknown) => notifyFailure(String(error)),
};

test('each order waits for its own answer, however many are declined at once', async () => {
  const answers = new Map<string, () => void>();
  vi.mocked(call as Call).mockImplementation(
    (_, { params: { id } }) =>
      new Promise((resolve) => answers.set(id, () => resolve({ order: orderOf({ _id: id }) }))),
  );
  const { result } = actionsOf();
  const decline = (_id: string) => act(async () => void result.current.decline(orderOf({ _id })));
  await decline('a');
  await decline('b');
  await waitFor(() => expect([...result.current.busy]).toEqual(['a', 'b']));
  await act(async () => answers.get('a')?.());
  await waitFor(() => expect([...result.current.busy]).toEqual(['b']));
  await act(async () => answers.get('b')?.());
  await waitFor(() => expect([...result.current.busy]).toEqual([]));
});

test('a refund without an answer is said to be in progress', async () => {
  const asked = orderOf({
    refundRequest: { reason: 'damaged', restock: false, at: '2026-01-03T10:00:00.000Z' },
  });
  vi.mocked(call as Call).mockResolvedValue({ order: asked });
  const put = vi.fn();
  const { result } = actionsOf({ put });
  await act(() => result.current.refund(orderOf(), { reason: 'damaged', restock: false }, dialog));
  expect(put).toHaveBeenCalledExactlyOnceWith('ord_1', asked);
  expect(vi.mocked(notifyInfo).mock.lastCall?.[0]).toContain('has not answered yet');
});

const gone = refusal(404, 'ORDER_GONE');

test.each([
  {
    write: 'deleted',
    begin: (actions: ReturnType<typeof useOrderActions>) => actions.remove(order, dialog.close, vi.fn()),
    after: gone,
    success: 'Suuccessfully deleted',
  },
  {
    write: 'refunded',
    begin: (actions: ReturnType<typeof useOrderActions>) =>
      actions.refund(order, { reason: 'damaged', restock: false }, dialog),
    after: orderOf({ refund: { amount: 36, at, restocked: false, whole: true } }),
    success: 'Refunded $36.',
  },
  {
    write: 'declined',
    begin: (actions: ReturnType<typeof useOrderActions>) => actions.decline(order),
    after: orderOf({ cancellation: { reason: 'mistake', at, declinedAt: at } }),
    success: 'Declined. The customer sees it, and the order can be shipped.',
  },
])('an order of which nobody knows whether it was $write is asked for', async (row) => {
  for (const [now, success, failures] of [
    [row.after, [row.success], 0],
    [order, [], 1],
  ] as const) {
    vi.clearAllMocks();
    vi.mocked(call as Call).mockImplementation(async () => {
      noteSilence();
      throw new NoAnswerError('timeout');
    });
    vi.mocked(getOrder).mockImplementation(async () => {
      if (now instanceof ApiProblem) throw now;
      return now;
    });
    const readSoon = vi.fn();
    const { result, unmount } = actionsOf({ readSoon });
    await act(async () => void row.begin(result.current));
    expect(vi.mocked(notifyUntilClosed).mock.lastCall?.[0]).toContain('We couldn’t confirm that');
    expect(notifyFailure).not.toHaveBeenCalled();
    await act(async () => noteAnswer());
    await vi.waitFor(() => expect(readSoon).toHaveBeenCalledOnce());
    expect(vi.mocked(notifySuccess).mock.calls.flat()).toEqual(success);
    expect(notifyFailure).toHaveBeenCalledTimes(failures);
    unmount();
  }
});
