import type { Context } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { isFromThisMachine } from './this-machine.ts';

const request = (remoteAddress: string, headers: Record<string, string>, httpVersion = '1.1') =>
  ({
    env: { incoming: { headers, httpVersion, socket: { remoteAddress } } },
  }) as unknown as Context<AppEnv>;
const local = (headers: Record<string, string>, httpVersion?: string) =>
  request('127.0.0.1', { host: '127.0.0.1:8787', ...headers }, httpVersion);

it.each([
  ['the loopback address', local({})],
  ['the loopback address of IPv6', request('::1', { host: '[::1]:8787' })],
  ['the loopback address of IPv4 in IPv6', request('::ffff:127.0.0.1', { host: 'localhost' })],
  ['a page of this machine', local({ host: 'shop.localhost:8787', origin: 'http://localhost:5173' })],
])('a call of %s is from this machine', (_name, c) => {
  expect(isFromThisMachine(c)).toBe(true);
});

const proxied: [string, Context<AppEnv>][] = [
  ['a proxy', local({ 'x-forwarded-for': '192.168.1.9' })],
  ['a proxy that tells only how it was asked', local({ 'x-forwarded-proto': 'https' })],
  ['a proxy that writes the newer header', local({ forwarded: 'for=192.0.2.1' })],
  ['a proxy that names itself', local({ via: '1.1 varnish' })],
  ['a proxy that writes the address alone', local({ 'x-real-ip': '192.0.2.1' })],
  ['a proxy of a network of copies', local({ 'cf-connecting-ip': '192.0.2.1' })],
  ['a proxy that adds nothing and speaks HTTP/1.0', local({}, '1.0')],
];
const strange: [string, Context<AppEnv>][] = [
  ['its own address in the network', request('192.168.1.4', { host: '192.168.1.4:8787' })],
  ['another machine', request('192.168.1.9', { host: '127.0.0.1' })],
  ['a proxy that adds nothing and passes the public name on', local({ host: 'shop.example' })],
  ['a page whose name leads to this machine', local({ host: 'rebound.example:8787' })],
  ['a name that only begins like this machine', local({ host: '127.0.0.1.nip.io' })],
  ['another address than the one that was called', local({ host: '192.168.1.4' })],
  ['no name', local({ host: '' })],
  ['a page of another site', local({ origin: 'https://evil.example' })],
  ['a page without an origin', local({ origin: 'null' })],
  ['an unknown address', request('', { host: 'localhost' })],
];

it.each([...proxied, ...strange])('a call of %s is not', (_name, c) => {
  expect(isFromThisMachine(c)).toBe(false);
});

it.each(proxied)('a call of %s is, where a proxy is allowed', (_name, c) => {
  expect(isFromThisMachine(c, true)).toBe(true);
});

it.each(strange)('a call of %s is not, where a proxy is allowed', (_name, c) => {
  expect(isFromThisMachine(c, true)).toBe(false);
});
