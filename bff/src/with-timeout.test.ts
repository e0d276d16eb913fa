import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<string>(() => undefined);

describe('work with a timeout', () => {
  it('gives what the work gives or throws, and leaves no timer behind', async () => {
    expect(await withTimeout(100, Promise.resolve('done'), () => 'late')).toBe('done');
    await expect(withTimeout(100, Promise.reject(new Error('failed')), () => 'late')).rejects.toThrow(
      'failed',
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives the late answer when the time is over, not before', async () => {
    const asked = vi.fn(() => 'late');
    const answer = withTimeout(100, never, asked);
    await vi.advanceTimersByTimeAsync(99);
    expect(asked).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toBe('late');
  });

  it('throws what the late answer throws, and lets the work fail unheard later', async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    const answer = withTimeout(100, promise, () => {
      throw new Error('too late');
    });
    const refused = expect(answer).rejects.toThrow('too late');
    await vi.advanceTimersByTimeAsync(100);
    await refused;
    reject(new Error('unheard'));
    await vi.advanceTimersByTimeAsync(1);
  });
});
