import { expect, it } from 'vitest';
import { Projection } from './projection.ts';

const at = (iso: string) => Date.parse(iso);

it.each([
  // 03:00 on December 1st in Dhaka.
  ['Asia/Dhaka', '2026-11-30T21:00:00Z', '2026-12-01'],
  ['Asia/Dhaka', '2026-11-30T17:59:59.999Z', '2026-11-30'],
  ['Asia/Dhaka', '2026-11-30T18:00:00Z', '2026-12-01'],
  ['UTC', '2026-11-30T21:00:00Z', '2026-11-30'],
])('in %s the time %s lies on %s', (zone, time, day) => {
  const found = new Projection(zone).dayAt(at(time));
  expect(found.day).toBe(day);
  expect(found.from).toBeLessThanOrEqual(at(time));
  expect(found.to).toBeGreaterThan(at(time));
});

it('a day is known until another one is asked for', () => {
  const projection = new Projection('Asia/Dhaka');
  expect(projection.dayAt().day).toBe('1970-01-01');
  const today = projection.dayAt(at('2026-11-30T21:00:00Z'));
  expect(projection.dayAt()).toBe(today);
  expect(projection.dayAt(today.to - 1)).toBe(today);
  expect(projection.dayAt(today.to).day).toBe('2026-12-02');
  expect(projection.dayAt(today.from).day).toBe('2026-12-01');
});

it('read models of another time zone are of another code', () => {
  expect(new Projection('UTC').code).not.toBe(new Projection('Asia/Dhaka').code);
  expect(() => new Projection('Asia/Nowhere')).toThrow(RangeError);
});
