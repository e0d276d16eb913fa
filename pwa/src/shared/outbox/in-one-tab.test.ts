import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testingLocks } from '../testing/locks.ts';
import { inOneTab } from './sender.ts';

const minute = 60_000;
/** Work that ends when it is told to. */
function longWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: vi.fn(() => promise), end: resolve };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const end = new AbortController();
    setTimeout(() => end.abort(new DOMException('late', 'TimeoutError')), ms);
    return end.signal;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('work for one tab', () => {
  it('waits while another tab works', async () => {
    const release = testingLocks().holdElsewhere('outbox');
    const work = vi.fn(async () => undefined);
    const done = inOneTab('outbox', work);
    await vi.advanceTimersByTimeAsync(minute - 1);
    expect(work).not.toHaveBeenCalled();
    release();
    await done;
    expect(work).toHaveBeenCalledOnce();
  });

  it('takes the lock after a minute from a tab that sleeps', async () => {
    testingLocks().holdElsewhere('outbox');
    const work = vi.fn(async () => undefined);
    const done = inOneTab('outbox', work);
    await vi.advanceTimersByTimeAsync(minute);
    await done;
    expect(work).toHaveBeenCalledOnce();
  });

  it('ends quietly in the tab that the lock is taken from, and leaves a longer work alone', async () => {
    testingLocks();
    const [asleep, awake] = [longWork(), longWork()];
    const first = inOneTab('outbox', asleep.work);
    await vi.advanceTimersByTimeAsync(0);
    const second = inOneTab('outbox', awake.work);
    await vi.advanceTimersByTimeAsync(minute);
    await first;
    expect(awake.work).toHaveBeenCalledOnce();
    awake.end();
    await second;
  });

  it('throws what the work throws, and what keeps it from the lock', async () => {
    testingLocks();
    await expect(inOneTab('outbox', () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    const request = () => Promise.reject(new DOMException('not active', 'InvalidStateError'));
    vi.stubGlobal('navigator', { locks: { request } });
    await expect(inOneTab('outbox', async () => undefined)).rejects.toThrow('not active');
  });

  it('is done at once in a browser that refuses locks', async () => {
    const request = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'));
    vi.stubGlobal('navigator', { locks: { request } });
    const work = vi.fn(async () => undefined);
    await inOneTab('outbox', work);
    expect(work).toHaveBeenCalledOnce();
  });
});
