import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientAddress, isLoopback, isPublicAddress } from './client-address.ts';

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
    expect(find('127.0.0.1', '2001:db9:1:2:3:4:5:6')).toBe('2001:db9:1:2::/64');
    expect(find('203.0.113.9', '198.51.100.4')).toBe('203.0.113.9');
    expect(find('127.0.0.1', '10.0.0.1')).toBe('127.0.0.1');
  });

  it('is read with a port behind it, and never looked for behind a hop that cannot be read', () => {
    const find = clientAddress(['10.0.0.0/8']);
    expect(find('10.9.9.9', '6.6.6.6, 203.0.113.7:4711')).toBe('203.0.113.7');
    expect(find('10.9.9.9', '6.6.6.6, [2001:db9:1:2::1]:4711, 10.1.2.3:80')).toBe('2001:db9:1:2::/64');
    for (const unreadable of ['unknown', '', '_hidden', '203.0.113.7:x'])
      expect(find('10.9.9.9', `6.6.6.6, ${unreadable}`)).toBe('10.9.9.9');
  });

  it('is read from the nearest sixteen hops, whatever stands before them', () => {
    const find = clientAddress(['10.0.0.0/8']);
    const proxies = (count: number) => ', 10.0.0.1'.repeat(count);
    expect(find('10.9.9.9', `203.0.113.7${proxies(15)}`)).toBe('203.0.113.7');
    expect(find('10.9.9.9', `203.0.113.7${proxies(16)}`)).toBe('10.9.9.9');
    expect(find('10.9.9.9', ',,,')).toBe('10.9.9.9');
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('of the IPv6 address %s counts its network, %s', (address, network) => {
    expect(clientAddress([])(address, undefined)).toBe(network);
  });

  it('is found for every IPv6 address that there is', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.constantFrom('', '%eth0.1', '%a::b'), (address, zone) => {
        expect(clientAddress([])(`${address}${zone}`, undefined)).toMatch(
          /^(?:(?:[0-9a-f]{1,4}:){4}:\/64|[\d.]+)$/,
        );
      }),
    );
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

it.each([
  ['203.0.113.7', true],
  ['2001:db8:1:2::1', true],
  ['127.0.0.1', false],
  ['::1', false],
  ['10.9.9.9', false],
  ['172.31.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['fd00::1', false],
  ['fe80::1%eth0', false],
  [undefined, false],
])('whether %s is an address of the internet: %s', (address, isPublic) => {
  expect(isPublicAddress(clientAddress([])(address, undefined))).toBe(isPublic);
});
