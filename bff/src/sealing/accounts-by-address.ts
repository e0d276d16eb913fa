import type { ScanConnection } from '@karigar/events';
import { normalEmail } from '../identity/person.ts';
import { decodeUser, openUser } from '../people/user-record.ts';
import type { Personal } from '../personal/personal.ts';
import { formerRecord, kinds } from './former-records.ts';

/**
 * Reads the account of each address (in the form in which emails are compared) that has signed in. Where an address has another account by
 * now, its record of an older release counts: what is sealed was done by that one.
 */
export async function accountsByAddress(
  redis: ScanConnection,
  personal: Personal,
): Promise<ReadonlyMap<string, string>> {
  const [former, today] = [new Map<string, string>(), new Map<string, string>()];
  const scan = redis.scanStream({ match: `${kinds.user}*`, count: 1_000 }) as AsyncIterable<string[]>;
  for await (const keys of scan) {
    const stored = keys.length === 0 ? [] : await redis.mget(keys);
    for (const text of stored) {
      if (text === null) continue;
      const user = formerRecord('user', text);
      if (user?.kind === 'user') former.set(normalEmail(user.record.email), user.record.uid);
      else today.set(await openUser(personal, text), decodeUser(text).uid);
    }
  }
  return new Map([...today, ...former]);
}
