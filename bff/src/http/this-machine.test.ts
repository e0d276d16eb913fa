import type { Context } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { isFromThisMachine } from './this-machine.ts';

const request = (remoteAddress: string, localAddress: string, headers: Record<string, string> = {}) =>
  ({ env: { incoming: { headers, socket: { remoteAddress, localAddress } } } }) as unknown as Context<AppEnv>;

it.each([
  ['the loopback address', request('127.0.0.1', '127.0.0.1')],
  ['the loopback address of IPv6', request('::1', '::1')],
  ['its own address in the network', request('192.168.1.4', '192.168.1.4')],
])('a call of %s is from this machine', (_name, c) => {
  expect(isFromThisMachine(c)).toBe(true);
});

it.each([
  ['another machine', request('192.168.1.9', '192.168.1.4')],
  ['a proxy on this machine', request('127.0.0.1', '127.0.0.1', { 'x-forwarded-for': '192.168.1.9' })],
  ['a proxy that writes the newer header', request('127.0.0.1', '127.0.0.1', { forwarded: 'for=192.0.2.1' })],
  ['nobody knows whom', request('', '')],
])('a call of %s is not', (_name, c) => {
  expect(isFromThisMachine(c)).toBe(false);
});
