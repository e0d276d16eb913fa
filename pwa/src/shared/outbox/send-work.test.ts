import { afterEach, expect, test, vi } from 'vitest';
import { sendWork } from './send-work.ts';
import { entries, orderWork } from './testing-entries.ts';

afterEach(() => vi.unstubAllGlobals());

const review = { kind: 'review', review: { reviews: 'Sharp.', ratings: 5 } } as never;
const answerWith = (body: string) => vi.stubGlobal('fetch', async () => new Response(body));

test('an order is accepted when the shop names it', async () => {
  answerWith(JSON.stringify({ acknowledged: true, insertedId: 'o1', order: null }));
  expect(await sendWork({ ...entries.sending, work: orderWork })).toMatchObject({
    type: 'accepted',
    orderId: 'o1',
  });
});

test.each([
  ['an order', orderWork, ''],
  ['an order', orderWork, '{"status":"ok"}'],
  ['a review', review, ''],
  ['a review', review, '"welcome"'],
])('%s is not accepted by an answer that names nothing', async (_name, work, body) => {
  answerWith(body);
  expect(await sendWork({ ...entries.sending, work })).toMatchObject({ type: 'delayed', delay: 'no-answer' });
});
