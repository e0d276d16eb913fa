import { describe, expect, test } from 'vitest';
import type { Delay } from '../saved/outbox-entry.ts';
import { beginAttempt, changeWork, endAttempt, isOld, mayChange } from './entry.ts';
import { entries, orderWork } from './testing-entries.ts';

test('a person may change an entry before its first attempt and after a definite refusal, never in between', () => {
  expect(
    Object.values(entries)
      .filter(mayChange)
      .map((entry) => entry.status),
  ).toEqual(['saved', 'refused']);
  expect(changeWork(entries.sending, orderWork)).toBeNull();
  expect(changeWork(entries.accepted, orderWork)).toBeNull();
});

describe('an attempt', () => {
  test('marks the entry as tried before the request leaves', () => {
    expect(beginAttempt(entries.saved, 5_000)).toMatchObject({
      status: 'sending',
      attempts: 1,
      lastTriedAt: 5_000,
    });
    expect(beginAttempt(entries.sending, 5_000)).toMatchObject({ status: 'sending', attempts: 2 });
  });

  test('never changes the id or the work', () => {
    const begun = beginAttempt(entries.saved, 5_000);
    const ended = endAttempt(begun, { type: 'delayed', delay: 'no-answer', retryAfter: null }, 6_000);
    expect(ended).toMatchObject({ id: 'i1', work: orderWork, createdAt: 1_000 });
  });

  test.each<Delay>(['no-answer', 'shop-busy', 'shop-failed'])(
    'that ends with %s leaves the entry on its way',
    (delay) => {
      const begun = beginAttempt(entries.saved, 5_000);
      expect(endAttempt(begun, { type: 'delayed', delay, retryAfter: null }, 6_000)).toMatchObject({
        status: 'sending',
        attempts: 1,
        delay,
      });
    },
  );

  test.each<Delay>(['sign-in-needed', 'update-needed'])(
    'that is turned away with %s leaves it untouched',
    (delay) => {
      const first = beginAttempt(entries.saved, 5_000);
      expect(endAttempt(first, { type: 'delayed', delay, retryAfter: null }, 6_000)).toMatchObject({
        status: 'saved',
        delay,
      });
      const second = beginAttempt(first, 7_000);
      expect(endAttempt(second, { type: 'delayed', delay, retryAfter: null }, 8_000)).toMatchObject({
        status: 'sending',
        delay,
      });
    },
  );

  test('that is refused keeps the reason, and a change makes it ready again under the same id', () => {
    const refused = endAttempt(
      entries.sending,
      { type: 'refused', refusal: { code: 'PRICE_CHANGED', detail: 'Now $14', unitPrice: 14 } },
      6_000,
    );
    expect(refused).toMatchObject({ status: 'refused', refusal: { unitPrice: 14 } });
    const work = { ...orderWork, order: { ...orderWork.order, unitPrice: 14 } };
    expect(changeWork(refused, work)).toEqual({
      id: 'i1',
      uid: 'u1',
      createdAt: 1_000,
      work,
      status: 'saved',
      delay: null,
    });
  });
});

test('unsent work of yesterday warns', () => {
  const day = 24 * 60 * 60 * 1000;
  expect(isOld(entries.saved, entries.saved.createdAt + day + 1)).toBe(true);
  expect(isOld(entries.saved, entries.saved.createdAt + day)).toBe(false);
  expect(isOld(entries.accepted, entries.accepted.createdAt + 2 * day)).toBe(false);
});
