import type { ProblemCode } from '@karigar/bff/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem, NoAnswerError } from '../api/failure.ts';
import { lendToken } from '../testing/lend-token.ts';
import { outcomeOfFailure, sendWork } from './send-work.ts';
import { entries, orderWork } from './testing-entries.ts';

const problem = (status: number, code: ProblemCode, more: object = {}, retryAfter: number | null = null) =>
  new ApiProblem(
    { type: 'about:blank', title: 'No', detail: 'The reason', status, code, requestId: 'r1', ...more },
    retryAfter,
  );

test.each([
  ['no connection', new NoAnswerError('unreachable'), 'no-answer'],
  ['a timeout', new NoAnswerError('timeout'), 'no-answer'],
  ['a page of a captive portal', new NoAnswerError('unreadable'), 'no-answer'],
  ['a fault of the server', problem(500, 'INTERNAL'), 'shop-failed'],
  ['Redis away', problem(503, 'UNAVAILABLE'), 'shop-busy'],
  ['too many calls', problem(429, 'RATE_LIMITED'), 'shop-busy'],
  ['an expired sign-in', problem(401, 'UNAUTHENTICATED'), 'sign-in-needed'],
  ['a build too old', problem(426, 'CLIENT_TOO_OLD'), 'update-needed'],
])('%s is no refusal', (_name, error, delay) => {
  expect(outcomeOfFailure(error)).toMatchObject({ type: 'delayed', delay });
});

test('the shop says when to come back', () => {
  expect(outcomeOfFailure(problem(503, 'UNAVAILABLE', {}, 7))).toMatchObject({ retryAfter: 7 });
});

test('a refusal keeps its numbers', () => {
  expect(outcomeOfFailure(problem(409, 'OUT_OF_STOCK', { available: 3, minimum: 2 }))).toEqual({
    type: 'refused',
    refusal: { code: 'OUT_OF_STOCK', detail: 'The reason', available: 3, minimum: 2 },
  });
});

test('too many orders within a day is a refusal, which the person reads at once', () => {
  expect(outcomeOfFailure(problem(429, 'TOO_MANY_ORDERS', {}, 80_000))).toEqual({
    type: 'refused',
    refusal: { code: 'TOO_MANY_ORDERS', detail: 'The reason' },
  });
});

test('a refusal for one field says which', () => {
  const error = problem(400, 'INVALID', { errors: [{ field: 'zip', message: 'Zip Code is required' }] });
  expect(outcomeOfFailure(error)).toMatchObject({ refusal: { detail: 'Zip Code is required' } });
});

test('a fault of our own code is not taken for a failed call', () => {
  expect(() => outcomeOfFailure(new TypeError('x is undefined'))).toThrow(TypeError);
});

beforeEach(() => lendToken());
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
