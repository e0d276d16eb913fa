import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../../../shared/api/call.ts';
import { getOrder } from '../../../../shared/api/calls.ts';
import { ApiProblem, NoAnswerError } from '../../../../shared/api/failure.ts';
import { noteAnswer, noteSilence } from '../../../../shared/api/reachability.ts';
import { Queries } from '../../../../shared/queries/queries.tsx';
import { orderOf } from '../../../../shared/testing/order.ts';
import { refusal } from '../../../../shared/testing/refusal.ts';
import { renderInShop } from '../../../../shared/testing/render.tsx';
import { notifyFailure, notifyInfo, notifySuccess, notifyUntilClosed } from '../../../../shared/ui/toast.ts';
import { adminsDesk } from '../model/desk.ts';
import type { OrderCache } from '../model/order-cache.ts';
import { type OrderWork, useOrderWork } from './use-order-work.tsx';

type Call = (name: string, given: { params: { id: string } }) => Promise<unknown>;
vi.mock('../../../../shared/api/call.ts');
vi.mock('../../../../shared/api/calls.ts');
vi.mock('../../../../shared/ui/toast.ts', { spy: true });
beforeEach(() => {
  vi.clearAllMocks();
  noteAnswer();
});

const at = '2026-01-03T10:00:00.000Z';
const order = orderOf({ cancellation: { reason: 'mistake', at, declinedAt: null } });

/** What a page can do, which it gives to `take`, and what it asks. */
function Page({ cache, take }: { cache: OrderCache; take: (work: OrderWork) => void }) {
  const { work, overlay } = useOrderWork(adminsDesk, cache, () => undefined);
  take(work);
  return overlay;
}

function open() {
  const cache = { put: vi.fn(), refresh: vi.fn(), miss: vi.fn(), readSoon: vi.fn() };
  const shown = { ...cache, work: {} as OrderWork };
  const take = (work: OrderWork) => {
    shown.work = work;
  };
  const { unmount } = renderInShop(
    <Queries>
      <Page cache={cache} take={take} />
    </Queries>,
  );
  return { shown, unmount };
}
const press = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const refund = async ({ work }: { work: OrderWork }) => {
  act(() => work.refund(order));
  await userEvent.selectOptions(await screen.findByLabelText('Reason'), 'Arrived damaged');
  await press(/^Refund/);
};

test('each order waits for its own answer, however many are declined at once', async () => {
  const answers = new Map<string, () => void>();
  vi.mocked(call as Call).mockImplementation(
    (_, { params: { id } }) =>
      new Promise((resolve) => answers.set(id, () => resolve({ order: orderOf({ _id: id }) }))),
  );
  const { shown } = open();
  const busy = (...ids: string[]) => waitFor(() => expect([...shown.work.busy]).toEqual(ids));
  for (const _id of ['a', 'b']) await act(async () => void shown.work.decline(orderOf({ _id })));
  await busy('a', 'b');
  await act(async () => answers.get('a')?.());
  await busy('b');
  await act(async () => answers.get('b')?.());
  await busy();
});

test('a refund without an answer is said to be in progress', async () => {
  const asked = orderOf({ refundRequest: { reason: 'damaged', restock: false, at } });
  vi.mocked(call as Call).mockResolvedValue({ order: asked });
  const { shown } = open();
  await refund(shown);
  expect(shown.put).toHaveBeenCalledExactlyOnceWith('ord_1', asked);
  expect(vi.mocked(notifyInfo).mock.lastCall?.[0]).toContain('has not answered yet');
});

test.each([
  {
    write: 'deleted',
    async begin({ work }: { work: OrderWork }) {
      act(() => work.remove(order));
      await press(/^Delete order/);
    },
    after: refusal(404, 'ORDER_GONE'),
    success: 'Suuccessfully deleted',
  },
  {
    write: 'refunded',
    begin: refund,
    after: orderOf({ refund: { amount: 36, at, restocked: false, whole: true } }),
    success: 'Refunded $36.',
  },
  {
    write: 'declined',
    begin: ({ work }: { work: OrderWork }) => act(async () => void work.decline(order)),
    after: orderOf({ cancellation: { reason: 'mistake', at, declinedAt: at } }),
    success: 'Declined. The customer sees it, and the order can be shipped.',
  },
])('an order of which nobody knows whether it was $write is asked for', async ({ begin, after, success }) => {
  for (const [now, good, failures] of [
    [after, [[success]], 0],
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
    const { shown, unmount } = open();
    await begin(shown);
    expect(vi.mocked(notifyUntilClosed).mock.lastCall?.[0]).toContain('We couldn’t confirm that');
    expect(notifyFailure).not.toHaveBeenCalled();
    await act(async () => noteAnswer());
    await vi.waitFor(() => expect(shown.readSoon).toHaveBeenCalledOnce());
    expect(vi.mocked(notifySuccess).mock.calls).toEqual(good);
    expect(notifyFailure).toHaveBeenCalledTimes(failures);
    unmount();
  }
});
