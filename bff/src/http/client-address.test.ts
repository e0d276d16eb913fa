import { describe, expect, it } from 'vitest';
import { clientAddress, isLoopback } from './client-address.ts';

describe('the address of a client', () => {
  it('is the socket’s own while no proxy is trusted, whatever the header claims', () => {
    const find = clientAddress([]);
    expect(find('203.0.113.7', '1.2.3.4')).toBe('203.0.113.7');
    expect(find('::ffff:203.0.113.7', undefined)).toBe('203.0.113.7');
    expect(find(undefined, undefined)).toBe('unknown');
  });

  it('is the nearest hop before the trusted proxies, so that an invented one never counts', () => {
    const find = clientAddress(['loopback', '10.0.0.0/8', '2001:db8::/32']);
    expect(find('127.0.0.1', '6.6.6.6, 203.0.113.7, 10.1.2.3')).toBe('203.0.113.7');
    expect(find('10.9.9.9', 'unknown, 198.51.100.4')).toBe('198.51.100.4');
    expect(find('2001:db8::1', '198.51.100.4')).toBe('198.51.100.4');
    expect(find('203.0.113.9', '198.51.100.4')).toBe('203.0.113.9');
    expect(find('127.0.0.1', '10.0.0.1')).toBe('127.0.0.1');
  });

  it('cannot be configured with what is no address', () => {
    expect(() => clientAddress(['my-proxy'])).toThrow('TRUSTED_PROXIES');
  });

  it('knows this machine', () => {
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1'].map(isLoopback)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
