import { describe, expect, it } from 'vitest';
import { readRedisAddress, withoutPassword } from './redis-address.ts';

describe('the address of a Redis', () => {
  it('names one node, or Sentinels with the name of the primary', () => {
    expect(readRedisAddress('redis://127.0.0.1:7001')).toEqual({
      nodes: ['redis://127.0.0.1:7001'],
      watchedBySentinels: null,
    });
    expect(readRedisAddress('rediss://shop:pw@a.example:1/3')).toEqual({
      nodes: ['rediss://shop:pw@a.example:1/3'],
      watchedBySentinels: null,
    });
    expect(readRedisAddress('redis+sentinel://shop:pw@s1:26379,s2:26379/karigar')).toEqual({
      nodes: ['redis://shop:pw@s1:26379', 'redis://shop:pw@s2:26379'],
      watchedBySentinels: 'karigar',
    });
  });

  it.each([
    ['another protocol', 'http://127.0.0.1:6379'],
    ['no host', 'redis://'],
    ['several nodes without Sentinels', 'redis://a:1,b:2'],
    ['an empty place in the list', 'redis+sentinel://a:1,,b:2/karigar'],
    ['a port that is none', 'redis://a:99999'],
    ['Sentinels without a name', 'redis+sentinel://a:26379'],
  ])('is refused with %s', (_, text) => {
    expect(readRedisAddress(text)).toBeNull();
  });

  it('is shown without user and password', () => {
    expect(withoutPassword('redis+sentinel://shop:pw@a:1,b:2/k')).toBe('redis+sentinel://a:1,b:2/k');
  });
});
