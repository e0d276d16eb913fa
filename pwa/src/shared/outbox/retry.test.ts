import { expect, test } from 'vitest';
import type { OutboxEntry } from '../saved/outbox-entry.ts';
import { mustSend, nextPause, nextToSend } from './retry.ts';
import { entries } from './testing-entries.ts';

test('only saved entries and entries of unknown outcome are sent', () => {
  expect(
    Object.values(entries)
      .filter(mustSend)
      .map((entry) => entry.status),
  ).toEqual(['saved', 'sending']);
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
