import type { Tool } from '@karigar/bff/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { cacheRows, clearMemoryCache, memoryCache } from './memory-cache.ts';

afterEach(() => {
  clearMemoryCache();
  vi.useRealTimers();
});

const rows = (name: string, savedAt: number) => ({ rows: [{ name } as Tool], etag: null, savedAt });
const cached = () => memoryCache.tools.get()?.rows[0]?.name;

test('older rows of the disk do not replace what is newer', () => {
  vi.setSystemTime(3_000);
  cacheRows(memoryCache.tools, rows('answer', 2_000));
  cacheRows(memoryCache.tools, rows('disk', 1_000));
  expect(cached()).toBe('answer');
});

test('after a clock that was ahead has been set right, an answer of the shop still shows', () => {
  vi.setSystemTime(3_000);
  cacheRows(memoryCache.tools, rows('saved while the clock was ahead', 9_000));
  cacheRows(memoryCache.tools, rows('answer', 3_000));
  expect(cached()).toBe('answer');
});
