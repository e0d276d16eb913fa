import { createHash } from 'node:crypto';
import { type openScanConnection, redisKeys } from '@karigar/events';
import { formerAdmin, uniquePerson } from '@karigar/events/former-log';
import type { TestPerson } from '../../testing/running-shop.ts';

type Redis = Awaited<ReturnType<typeof openScanConnection>>;
const day = 1_700_000_000_000;
/** The name of a person in the keys of releases that did not seal. */
const formerName = (email: string): string => createHash('sha256').update(email).digest('hex').slice(0, 32);

/** Writes the records of people as releases wrote them that sealed nobody: users, profile, review, what an admin did, a note. */
export async function writeFormerRecords(
  redis: Redis,
  admin: TestPerson,
  customer: TestPerson,
): Promise<void> {
  const person = uniquePerson(customer.uid);
  const user = async ({ uid, email }: { uid: string; email: string }, role: string) => {
    const record = { email, uid, role, createdAt: day, verified: true };
    await redis.set(redisKeys.user(formerName(email)), JSON.stringify(record));
    await redis.zadd(redisKeys.users, day, formerName(email));
  };
  await user(admin, 'user');
  await user({ uid: 'uid-of-amal', email: formerAdmin }, 'admin');
  await user(customer, 'user');
  const { name, city, zip } = person;
  const profile = { name, city, zip, phone: `${zip}99`, education: 'School', country: 'Bangladesh' };
  const rest = { linkedin: '', photoURL: '', email: customer.email };
  await redis.set(redisKeys.profile(formerName(customer.email)), JSON.stringify({ ...profile, ...rest }));
  const review = { id: 'rev_1', uid: customer.uid, name, reviews: `${name} likes it`, rating: 5 };
  await redis.set(redisKeys.review('rev_1'), JSON.stringify({ ...review, createdAt: day }));
  await redis.zadd(redisKeys.reviews, day, 'rev_1');
  const made = ['kind', 'admin.made', 'actor', `admin:${formerAdmin}`, 'uid', 'uid-of-amal'];
  await redis.del(redisKeys.audit);
  await redis.xadd(
    redisKeys.audit,
    '1-1',
    ...made,
    ...['subject', customer.email, 'detail', '{}', 'request', 'r'],
  );
  const note = ['kind', 'payment.unbound', 'who', 'system', 'why', `${customer.email} has to be asked.`];
  await redis.xadd(redisKeys.ops, '1-1', ...note, 'detail', JSON.stringify({ email: 'gone@buyers.example' }));
}
