import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  [5_000, 2_000],
  [500, 500],
])(
  'where the browser cannot say when it is idle, work for at latest %i ms begins after %i ms',
  (atLatest, begins) => {
    vi.stubGlobal('requestIdleCallback', undefined);
    const work = vi.fn();
    whenIdle(work, atLatest);
    vi.advanceTimersByTime(begins - 1);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(work).toHaveBeenCalledOnce();
  },
);

test('a browser that can say when it is idle is asked', () => {
  const ask = vi.fn();
  vi.stubGlobal('requestIdleCallback', ask);
  const work = vi.fn();
  whenIdle(work, 3_000);
  expect(ask).toHaveBeenCalledWith(work, { timeout: 3_000 });
});
