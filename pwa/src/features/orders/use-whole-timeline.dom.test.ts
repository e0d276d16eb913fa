import type { Order, OrderTimelineEntry } from '@karigar/bff/contracts';
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useWholeTimeline } from './order-timeline.tsx';

const order = (version: number) => ({ version }) as Order;
const timeline = (...versions: number[]) => versions.map((version) => ({ version }) as OrderTimelineEntry);

/** The page of an order; `see` shows it in another state and gives how often the shop has been asked by then. */
function pageOf() {
  const revalidate = vi.fn(() => Promise.resolve());
  const { rerender } = renderHook(
    ({ version, told, revalidating }) =>
      useWholeTimeline({ data: order(version), revalidating, revalidate }, timeline(...told)),
    { initialProps: { version: 1, told: [1], revalidating: false } },
  );
  return (version: number, told: number[], revalidating = false) => {
    rerender({ version, told, revalidating });
    return revalidate.mock.calls.length;
  };
}

test('a timeline that live news has left behind is read once for each state', () => {
  const see = pageOf();
  expect(see(1, [1])).toBe(0);
  expect(see(2, [1])).toBe(1);
  expect(see(2, [1], true)).toBe(1);
  expect(see(2, [1])).toBe(1);
  expect(see(2, [1, 2])).toBe(1);
  expect(see(3, [1, 2])).toBe(2);
});

test('a reading on its way is waited for, and repeated if it brings too little', () => {
  const see = pageOf();
  expect(see(3, [1], true)).toBe(0);
  expect(see(3, [1, 2])).toBe(1);
});

test('a timeline that is ahead of its order, which the shop has lost in part, is read again', () => {
  const see = pageOf();
  expect(see(2, [1, 2, 3])).toBe(1);
  expect(see(2, [1, 2])).toBe(1);
});
