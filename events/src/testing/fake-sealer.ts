import { hash } from 'node:crypto';
import type { ClearPerson } from '../orders/order-event.ts';
import type { Sealer } from '../sealing/sealer.ts';
import { formerAdmin } from './former-log.ts';

const wrap = (context: string, value: unknown): string =>
  Buffer.from(JSON.stringify({ context, value })).toString('base64url');

function unwrap<T>(context: string, sealed: string): T {
  const found = JSON.parse(Buffer.from(sealed, 'base64url').toString()) as { context: string; value: T };
  if (found.context !== context) throw new Error(`This is sealed for ${found.context}, not for ${context}`);
  return found.value;
}

/** A sealer that keeps no secret, for tests: what it seals cannot be read at a glance, and opens in its place only. */
export const fakeSealer: Sealer = {
  sealPerson: async (uid, orderId, person) => wrap(`person ${uid} ${orderId}`, person),
  openPerson: async (uid, orderId, sealed) => unwrap<ClearPerson>(`person ${uid} ${orderId}`, sealed),
  sealNote: async (uid, { type, subject }, note) => wrap(`${type} ${uid} ${subject}`, note),
  openNote: async (uid, { type, subject }, sealed) => unwrap<string>(`${type} ${uid} ${subject}`, sealed),
  hashOf: (requestHash) => hash('sha1', `keyed ${requestHash}`),
  adminOf: (email) => (email === formerAdmin ? 'uid-of-amal' : null),
};
