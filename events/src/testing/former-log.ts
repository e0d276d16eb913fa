import type { Redis } from 'ioredis';
import { storedFields } from '../log/event-fields.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { ClearPerson } from '../orders/order-event.ts';
import { type Entry, hashAnew, tamper } from './tamper.ts';

/** Address of the admin who acts in a former log. */
export const formerAdmin = 'amal@karigar.example';

/** Somebody whose every word is found nowhere else: a search for it finds what is left of them. */
export function uniquePerson(uid: string): ClearPerson {
  const word = `Q${uid.replaceAll(/[^a-z0-9]/gi, '')}Q`;
  return {
    email: `${word}@buyers.example`,
    name: `${word} Khatun`,
    address: `House ${word}, Dhanmondi`,
    city: `${word}pur`,
    zip: `${word}1207`,
  };
}

/** What an order of a former log was deleted for, or an event of it voided: words of its customer. */
export const formerReason = (uid: string): string => `${uniquePerson(uid).name} changed her mind`;

/**
 * Writes the log of a test as releases wrote it that sealed nobody, with the person that `uniquePerson` makes of each account: the first
 * schemas, an admin with an address in the place of the test's origin, a chain that fits. The read models stay as they are.
 */
export async function asFormerLog(scan: Redis): Promise<void> {
  const uids = new Map<string, string>();
  await tamper(scan, (entries) => hashAnew(entries.map((entry) => formerEntry(entry, uids))));
  const [last] = (await scan.xrevrange(redisKeys.events, '+', '-', 'COUNT', 1)) as Entry[];
  const hash = last?.[1].at(-1);
  if (hash !== undefined) await scan.hset(redisKeys.meta, 'hash', hash);
}

function formerEntry([id, fields]: Entry, uids: Map<string, string>): Entry {
  const event = Object.fromEntries(storedFields.map((name, at) => [name, fields[2 * at + 1] ?? '']));
  const { type = '', subject = '', data: text = '{}', actor = '' } = event;
  const data = JSON.parse(text) as { uid?: string; person?: string; seq?: number };
  let former: Record<string, string> = { actor: actor === 'system:test' ? `admin:${formerAdmin}` : actor };
  if (type === 'order.created') {
    const { person: _, uid = '', ...sold } = data;
    uids.set(subject, uid);
    former = { ...former, schema: '1', data: JSON.stringify({ ...sold, uid, ...uniquePerson(uid) }) };
  }
  const reason = formerReason(uids.get(subject) ?? '');
  if (type === 'order.deleted') former = { ...former, schema: '1', data: JSON.stringify({ reason }) };
  if (type === 'event.voided')
    former = { ...former, schema: '1', data: JSON.stringify({ seq: data.seq, reason }) };
  const all = { ...event, ...former };
  return [id, storedFields.flatMap((name) => [name, all[name] ?? ''])];
}
