import { randomBytes } from 'node:crypto';
import { openOrderLog } from '@karigar/events';
import { keyedHash } from '../../personal/seal.ts';
import { customerIndex } from '../customer-index.ts';

/** A customer to be found. */
export interface FilledCustomer {
  uid: string;
  email: string;
  name: string;
}

/** Fills the index of customers of an empty Redis, for measurements. Answers what finds them, and how many terms there are. */
export async function fillCustomers(url: string, customers: Iterable<FilledCustomer>) {
  const log = await openOrderLog({ url, commandTimeoutMs: 30_000 });
  const index = customerIndex(log.redis, { hashOf: keyedHash(randomBytes(32)) });
  let terms = 0;
  for (const some of chunks(customers, 1_000)) {
    const indexed = some.map((one) => ({ uid: one.uid, terms: index.termsOf(one) }));
    terms += indexed.reduce((sum, one) => sum + one.terms.length, 0);
    await index.add(indexed);
  }
  return { find: index.find, terms, close: () => log.close() };
}

function* chunks<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  yield chunk;
}
