import { afterEach, describe, expect, it, vi } from 'vitest';
import { isProblemError } from '../problem/problem-error.ts';
import { memoryLimit, rateLimits } from './rate-limits.ts';

afterEach(() => vi.useRealTimers());

/** How many of these pass, one after the other, before one is refused; a thousand and one when none is. */
function passing(call: () => void, most = 1_001): number {
  for (let passed = 0; passed < most; passed += 1) {
    try {
      call();
    } catch (error) {
      if (isProblemError(error) && error.code === 'RATE_LIMITED') return passed;
      throw error;
    }
  }
  return most;
}
const here = '203.0.113.7';

describe.each(['write', 'payment', 'image'] as const)('a %s', (limit) => {
  it('of a signed-in person counts for the person, wherever they are', () => {
    const limits = rateLimits(1);
    const own = passing(() => limits.call(limit, here, 'rahim'));
    expect(own).toBeGreaterThan(0);
    expect(passing(() => limits.call(limit, '198.51.100.4', 'rahim'))).toBe(0);
    expect(passing(() => limits.call(limit, here, 'karim'), own)).toBe(own);
  });

  it('of a signed-in person counts for the address too, whoever they are', () => {
    const limits = rateLimits(1);
    let people = 0;
    const newcomer = () => {
      people += 1;
      limits.call(limit, here, `person ${people}`);
    };
    expect(passing(newcomer, 10_000)).toBeLessThan(10_000);
    expect(passing(() => limits.call(limit, '198.51.100.4', 'person 1'))).toBeGreaterThan(0);
  });

  it('that is refused to its person takes nothing from the neighbours', () => {
    const limits = rateLimits(1);
    const own = passing(() => limits.call(limit, here, 'eager'));
    for (let more = 0; more < 10_000; more += 1) passing(() => limits.call(limit, here, 'eager'), 1);
    expect(passing(() => limits.call(limit, here, 'calm'), own)).toBe(own);
  });

  it('of a visitor counts for the address, apart from those of signed-in people', () => {
    const limits = rateLimits(1);
    expect(passing(() => limits.call(limit, here, null), 10_000)).toBeLessThan(10_000);
    expect(passing(() => limits.call(limit, here, 'rahim'))).toBeGreaterThan(0);
  });
});

it('a token counts for the address, and for its person once that is known', () => {
  const limits = rateLimits(1);
  expect(passing(() => limits.call('token', here, null))).toBe(600);
  expect(passing(() => limits.person('token', 'rahim'))).toBe(30);
  expect(passing(() => limits.person('token', 'karim'))).toBe(30);
});

it('people who read count for themselves, and with all requests for their address', () => {
  const limits = rateLimits(1);
  expect(passing(() => limits.call('read', here, 'rahim'))).toBe(600);
  expect(passing(() => limits.request(here), 100_000)).toBe(60_000);
});

it('each of several processes allows its share', () => {
  const ofFour = rateLimits(4);
  expect(passing(() => ofFour.call('write', here, 'rahim'))).toBe(30);
  expect(passing(() => ofFour.request(here), 100_000)).toBe(15_000);
  const ofMany = rateLimits(100);
  expect(passing(() => ofMany.person('token', 'rahim'))).toBe(1);
});

it('lets each one call so often a minute, says how long to wait, and begins anew with the next minute', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const limit = memoryLimit(2);
  expect(['a', 'a', 'a', 'b'].map(limit)).toEqual([0, 0, 60, 0]);
  vi.setSystemTime(59_999);
  expect(limit('a')).toBe(1);
  vi.setSystemTime(60_000);
  expect(limit('a')).toBe(0);
});

it('counts a hundred thousand names at most, and forgets the first one for one more', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const limit = memoryLimit(1);
  for (let name = 0; name < 100_000; name += 1) limit(`${name}`);
  expect(limit('99999')).toBeGreaterThan(0);
  limit('one more');
  expect([limit('1'), limit('0')]).toEqual([60, 0]);
});
