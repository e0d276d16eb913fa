import { decodeUser, openUser } from '../people/user-record.ts';
import type { Personal } from '../personal/personal.ts';
import { formerRecord, kinds } from './former-records.ts';
import type { Redis } from './redis.ts';

/** Reads the account of each address (lower case) that has signed in, from sealed records and from those of older releases. */
export async function knownAccounts(redis: Redis, personal: Personal): Promise<ReadonlyMap<string, string>> {
  const accounts = new Map<string, string>();
  const scan = redis.scanStream({ match: `${kinds.user}*`, count: 1_000 }) as AsyncIterable<string[]>;
  for await (const keys of scan) {
    const stored = keys.length === 0 ? [] : await redis.mget(keys);
    for (const text of stored) {
      if (text === null) continue;
      const former = formerRecord('user', text);
      const [email, uid] =
        former?.kind === 'user'
          ? [former.record.email, former.record.uid]
          : [await openUser(personal, text), decodeUser(text).uid];
      if (email !== '') accounts.set(email.toLowerCase(), uid);
    }
  }
  return accounts;
}
