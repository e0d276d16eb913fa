import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createStore, useStore } from './store.ts';

test('a component follows the value', () => {
  const store = createStore(1);
  const { result } = renderHook(() => useStore(store));
  act(() => store.set(2));
  expect(result.current).toBe(2);
});

test('the same value is announced to nobody', () => {
  const store = createStore('a');
  const heard = vi.fn();
  store.subscribe(heard);
  store.set('a');
  expect(heard).not.toHaveBeenCalled();
});

test('a listener that stops while it is called keeps nobody from hearing', () => {
  const store = createStore(0);
  const first = vi.fn(() => stop());
  const stop = store.subscribe(first);
  const second = vi.fn();
  store.subscribe(second);
  store.set(1);
  store.set(2);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2]);
});
