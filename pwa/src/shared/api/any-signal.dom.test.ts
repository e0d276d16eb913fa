import { afterEach, expect, test, vi } from 'vitest';
import { anySignal } from './any-signal.ts';

const native = AbortSignal.any;

afterEach(() => {
  AbortSignal.any = native;
});

const ways = {
  'with AbortSignal.any': native,
  'in a browser without AbortSignal.any': undefined as unknown as typeof native,
};

for (const [way, any] of Object.entries(ways)) {
  test(`the first signal that aborts gives the reason, ${way}`, () => {
    AbortSignal.any = any;
    const [person, timer] = [new AbortController(), new AbortController()];
    const signal = anySignal([person.signal, timer.signal]);
    expect(signal.aborted).toBe(false);
    timer.abort('too late');
    person.abort('left');
    expect(signal.reason).toBe('too late');
  });

  test(`a signal that has aborted before counts, ${way}`, () => {
    AbortSignal.any = any;
    const signal = anySignal([new AbortController().signal, AbortSignal.abort('left')]);
    expect(signal.reason).toBe('left');
  });
}

test('in a browser without AbortSignal.any nothing listens on once a signal has aborted', () => {
  AbortSignal.any = undefined as unknown as typeof native;
  const [person, timer] = [new AbortController(), new AbortController()];
  const heard = vi.fn();
  anySignal([person.signal, timer.signal]).addEventListener('abort', heard);
  timer.abort();
  person.abort();
  expect(heard).toHaveBeenCalledOnce();
});
