import { expect, test, vi } from 'vitest';
import { newMark } from './new-mark.ts';

test('marks that are made in the same millisecond differ', () => {
  vi.useFakeTimers();
  const marks = Array.from({ length: 1_000 }, newMark);
  vi.useRealTimers();
  expect(new Set(marks).size).toBe(1_000);
});
