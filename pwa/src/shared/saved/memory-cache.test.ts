import { afterEach, expect, test, vi } from 'vitest';
import { forgetKnown, knownRows, rememberRows } from './memory-cache.ts';

afterEach(() => {
  forgetKnown();
  vi.useRealTimers();
});

const rows = (name: string, savedAt: number) => ({ rows: [name], etag: null, savedAt });
const known = () => knownRows<string>('tools')?.rows[0];

test('an older copy of the disk does not replace what is newer', () => {
  vi.setSystemTime(3_000);
  rememberRows('tools', rows('answer', 2_000));
  rememberRows('tools', rows('disk', 1_000));
  expect(known()).toBe('answer');
});

test('after a clock that was ahead has been set right, an answer of the shop still shows', () => {
  vi.setSystemTime(3_000);
  rememberRows('tools', rows('saved while the clock was ahead', 9_000));
  rememberRows('tools', rows('answer', 3_000));
  expect(known()).toBe('answer');
});
