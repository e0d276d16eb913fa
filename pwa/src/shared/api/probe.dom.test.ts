import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onReturnOfShop, probeWhileAway } from './probe.ts';
import { networkCuts, noteAnswer, noteSilence, reachability } from './reachability.ts';

beforeEach(() => {
  vi.useFakeTimers();
  noteAnswer();
});
afterEach(() => vi.useRealTimers());

test('a shop that answers is not asked', async () => {
  const ask = vi.fn(() => Promise.resolve());
  const stop = probeWhileAway(ask);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(ask).not.toHaveBeenCalled();
  stop();
});

test('a shop that is away is asked with growing pauses until it answers', async () => {
  let away = true;
  const ask = vi.fn(async () => {
    if (away) throw new Error('no answer');
    noteAnswer();
  });
  const stop = probeWhileAway(ask);
  noteSilence();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(ask).toHaveBeenCalledTimes(1);
  away = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
});

test('the return of the shop is told once', () => {
  const work = vi.fn();
  const stop = onReturnOfShop(work);
  noteSilence();
  noteSilence();
  expect(work).not.toHaveBeenCalled();
  noteAnswer();
  noteAnswer();
  expect(work).toHaveBeenCalledTimes(1);
  stop();
});

test('an answer that was on its way when the network went does not say that the shop can be reached', () => {
  const before = networkCuts();
  window.dispatchEvent(new Event('offline'));
  noteAnswer(before);
  expect(reachability().reachable).toBe(false);
  noteAnswer(networkCuts());
  expect(reachability().reachable).toBe(true);
});
