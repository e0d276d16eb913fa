import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SilenceWatch, SilentDatabaseError, unlessSilent } from './silence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const onSilent = vi.fn();
  return { watch: new SilenceWatch(onSilent), onSilent };
}

test('a read that is not answered for two seconds is silence', () => {
  const { watch, onSilent } = watched();
  watch.expect('read');
  vi.advanceTimersByTime(1_900);
  expect(onSilent).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(onSilent).toHaveBeenCalledOnce();
});

test('what is answered in time is no silence, and neither is a database that nobody asks', () => {
  const { watch, onSilent } = watched();
  const answered = watch.expect('read');
  vi.advanceTimersByTime(1_900);
  answered();
  vi.advanceTimersByTime(60_000);
  expect(onSilent).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('one answer is a sign of life for all that wait', () => {
  const { watch, onSilent } = watched();
  const answered = watch.expect('read');
  watch.expect('read');
  vi.advanceTimersByTime(1_900);
  answered();
  vi.advanceTimersByTime(1_700);
  expect(onSilent).not.toHaveBeenCalled();
  vi.advanceTimersByTime(400);
  expect(onSilent).toHaveBeenCalledOnce();
});

test('a read behind a write has more time', () => {
  const { watch, onSilent } = watched();
  watch.expect('write');
  watch.expect('read');
  vi.advanceTimersByTime(9_900);
  expect(onSilent).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(onSilent).toHaveBeenCalledOnce();
});

test('a transaction that does not end gives a read no more time', () => {
  const { watch, onSilent } = watched();
  watch.expect('transaction');
  watch.expect('read');
  vi.advanceTimersByTime(2_100);
  expect(onSilent).toHaveBeenCalledOnce();
});

test('a question is answered, fails as it does, or ends with the silence', async () => {
  expect(await unlessSilent(Promise.resolve(3))).toBe(3);
  await expect(unlessSilent(Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError);
  const unanswered = expect(unlessSilent(new Promise(() => undefined))).rejects.toThrow(SilentDatabaseError);
  await vi.advanceTimersByTimeAsync(2_100);
  await unanswered;
});
