import type { ProblemCode } from '@karigar/bff/contracts';
import { describe, expect, test } from 'vitest';
import { ApiProblem, NoAnswerError } from '../api/failure.ts';
import type { Delay, OutboxEntry } from '../saved/outbox-entry.ts';
import { entries, orderWork } from '../testing/outbox-entries.ts';
import {
  beginAttempt,
  changeWork,
  endAttempt,
  isOld,
  mayChange,
  mustSend,
  nextPause,
  nextToSend,
  outcomeOfFailure,
} from './entry.ts';

const delayed = (delay: Delay) => ({ type: 'delayed', delay, retryAfter: null }) as const;
const statusOf = (fits: (entry: OutboxEntry) => boolean) =>
  Object.values(entries)
    .filter(fits)
    .map(({ status }) => status);

test('a person may change an entry before its first attempt and after a definite refusal, never in between', () => {
  expect(statusOf(mayChange)).toEqual(['saved', 'refused']);
  expect(changeWork(entries.sending, orderWork)).toBeNull();
  expect(changeWork(entries.accepted, orderWork)).toBeNull();
});

describe('an attempt', () => {
  const begun = beginAttempt(entries.saved, 5_000);

  test('marks the entry as tried before the request leaves', () => {
    expect(begun).toMatchObject({ status: 'sending', attempts: 1, lastTriedAt: 5_000 });
    expect(beginAttempt(entries.sending, 5_000)).toMatchObject({ status: 'sending', attempts: 2 });
  });

  test.each<Delay>(['no-answer', 'shop-busy', 'shop-failed'])(
    'that ends with %s leaves the entry on its way, with its id and work',
    (delay) => {
      const kept = { id: 'i1', work: orderWork, createdAt: 1_000 };
      const ended = endAttempt(begun, delayed(delay), 6_000);
      expect(ended).toMatchObject({ ...kept, status: 'sending', attempts: 1, delay });
    },
  );

  test.each<Delay>(['sign-in-needed', 'update-needed'])(
    'that is turned away with %s leaves it untouched',
    (delay) => {
      expect(endAttempt(begun, delayed(delay), 6_000)).toMatchObject({ status: 'saved', delay });
      const second = beginAttempt(begun, 7_000);
      expect(endAttempt(second, delayed(delay), 8_000)).toMatchObject({ status: 'sending', delay });
    },
  );

  test('that is refused keeps the reason, and a change makes it ready again under the same id', () => {
    const refusal = { code: 'PRICE_CHANGED', detail: 'Now $14', unitPrice: 14 } as const;
    const refused = endAttempt(entries.sending, { type: 'refused', refusal }, 6_000);
    expect(refused).toMatchObject({ status: 'refused', refusal: { unitPrice: 14 } });
    const work = { ...orderWork, order: { ...orderWork.order, unitPrice: 14 } };
    const ready = { id: 'i1', uid: 'u1', createdAt: 1_000, work, status: 'saved', delay: null };
    expect(changeWork(refused, work)).toEqual(ready);
  });
});

test('unsent work of yesterday warns', () => {
  const day = 24 * 60 * 60 * 1000;
  expect(isOld(entries.saved, entries.saved.createdAt + day + 1)).toBe(true);
  expect(isOld(entries.saved, entries.saved.createdAt + day)).toBe(false);
  expect(isOld(entries.accepted, entries.accepted.createdAt + 2 * day)).toBe(false);
});

test('only saved entries and entries of unknown outcome are sent', () => {
  expect(statusOf(mustSend)).toEqual(['saved', 'sending']);
});

test('entries go in the order made, whatever order they are stored in', () => {
  const at = (id: string, createdAt: number): OutboxEntry => ({ ...entries.saved, id, createdAt });
  const stored = [at('c', 30), at('a', 10), at('b', 20)];
  expect(nextToSend(stored, new Set())?.id).toBe('a');
  expect(nextToSend(stored, new Set(['a']))?.id).toBe('b');
  expect(nextToSend([entries.refused, entries.accepted], new Set())).toBeUndefined();
});

test('the pause grows up to five minutes and obeys the shop', () => {
  expect([1, 2, 3, 4].map((failures) => nextPause(failures, null))).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect(nextPause(50, null)).toBe(300_000);
  expect(nextPause(1, 30)).toBe(30_000);
});

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

const detail = 'The reason';
const numbers = { available: 3, minimum: 2 };
const errors = [{ field: 'zip', message: 'Zip Code is required' }];
test.each([
  ['keeps its numbers', problem(409, 'OUT_OF_STOCK', numbers), { code: 'OUT_OF_STOCK', detail, ...numbers }],
  ['is too many orders within a day', problem(429, 'TOO_MANY_ORDERS'), { code: 'TOO_MANY_ORDERS', detail }],
  ['says which field', problem(400, 'INVALID', { errors }), { code: 'INVALID', detail: errors[0]?.message }],
])('a refusal %s', (_what, error, refusal) => {
  expect(outcomeOfFailure(error)).toEqual({ type: 'refused', refusal });
});

test('a fault of our own code is not taken for a failed call', () => {
  expect(() => outcomeOfFailure(new TypeError('x is undefined'))).toThrow(TypeError);
});
