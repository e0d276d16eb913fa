import { redisKeys, type ScanConnection } from '@karigar/events';
import { normalEmail } from '../identity/person.ts';
import { sealProfile } from '../people/profile-records.ts';
import { decodeUser, sealUser, type UserRecord } from '../people/user-record.ts';
import type { Personal } from '../personal/personal.ts';
import { type ReviewRecord, sealWords } from '../reviews/review-records.ts';
import {
  type FormerProfile,
  type FormerRecord,
  type FormerReview,
  type FormerUser,
  formerRecord,
  kinds,
} from './former-records.ts';
import { isAuditClear, sealStreams } from './seal-streams.ts';
import { alsoForErased } from './shop-sealer.ts';

/** Whether anybody can be read in the plain records: what is oldest tells, for older releases wrote before newer ones. */
export async function recordsAreClear(redis: ScanConnection): Promise<boolean> {
  const [user] = await redis.zrange(redisKeys.users, '0', '0');
  const [review] = await redis.zrange(redisKeys.reviews, '0', '0');
  return (
    (await isClear(redis, 'user', user)) || (await isClear(redis, 'review', review)) || isAuditClear(redis)
  );
}

/**
 * Seals the plain records of a shop, as releases left them that sealed nobody. `accounts` finds the account of an address. May be cut off
 * and repeated; what a newer release has stored meanwhile stays as it is.
 */
export async function sealRecords(
  redis: ScanConnection,
  personal: Personal,
  accounts: ReadonlyMap<string, string>,
): Promise<void> {
  const erased = new Set(await personal.erased());
  const parts = { redis, personal: alsoForErased(personal), accounts, erased };
  for (const kind of ['user', 'profile', 'review'] as const)
    for await (const [key, former] of clearRecords(redis, kind)) await sealRecord(parts, key, former);
  await sealStreams(redis, accounts);
}

interface Parts {
  readonly redis: ScanConnection;
  readonly personal: Personal;
  readonly accounts: ReadonlyMap<string, string>;
  readonly erased: ReadonlySet<string>;
}

async function isClear(
  redis: ScanConnection,
  kind: FormerRecord['kind'],
  id: string | undefined,
): Promise<boolean> {
  const stored = id === undefined ? null : await redis.get(`${kinds[kind]}${id}`);
  return stored !== null && formerRecord(kind, stored) !== null;
}

/** All clear records of a kind, with their keys. */
async function* clearRecords(
  redis: ScanConnection,
  kind: FormerRecord['kind'],
): AsyncGenerator<readonly [key: string, record: FormerRecord]> {
  const scan = redis.scanStream({ match: `${kinds[kind]}*`, count: 1_000 }) as AsyncIterable<string[]>;
  for await (const keys of scan) {
    if (keys.length === 0) continue;
    const stored = await redis.mget(keys);
    for (const [index, key] of keys.entries()) {
      const former = formerRecord(kind, stored[index] ?? '');
      if (former !== null) yield [key, former];
    }
  }
}

function sealRecord(parts: Parts, key: string, former: FormerRecord): Promise<unknown> {
  switch (former.kind) {
    case 'user':
      return sealFormerUser(parts, key, former.record);
    case 'profile':
      return sealFormerProfile(parts, key, former.record);
    case 'review':
      return sealFormerReview(parts, key, former.record);
    default:
      return former satisfies never;
  }
}

async function sealFormerUser(
  { redis, personal, erased }: Parts,
  key: string,
  { email, ...user }: FormerUser,
): Promise<void> {
  const name = personal.nameOf(email);
  const [stored, nameNow] = await redis.mget(redisKeys.user(name), redisKeys.account(user.uid));
  const change = redis.multi();
  // An account that has another address by now has given this one up.
  const isGone = erased.has(user.uid) || (!stored && nameNow !== null && nameNow !== name);
  if (!isGone) {
    const record = stored
      ? mergedUser(user, decodeUser(stored))
      : { ...user, credentialsSince: null, former: [], sealed: await sealUser(personal, user.uid, email) };
    change
      .set(redisKeys.user(name), JSON.stringify(record satisfies UserRecord))
      .zadd(redisKeys.users, record.createdAt, name)
      .setnx(redisKeys.account(user.uid), name);
  }
  await change.zrem(redisKeys.users, key.slice(kinds.user.length)).del(key).exec();
}

/** The user of an address that a newer release knows already: theirs is what the address had before, if they have proven it. */
function mergedUser(former: Omit<FormerUser, 'email'>, known: UserRecord): UserRecord {
  const own = known.uid === former.uid;
  const takesOver = own || known.verified;
  return {
    ...known,
    role: takesOver && former.role === 'admin' ? 'admin' : known.role,
    createdAt: Math.min(known.createdAt, former.createdAt),
    former: own || !takesOver ? known.former : [...new Set([...known.former, former.uid])],
  };
}

/** A profile whose account nobody knows was shown to nobody either: it goes. */
async function sealFormerProfile(
  { redis, personal, accounts, erased }: Parts,
  key: string,
  { uid: writer, ...profile }: FormerProfile,
): Promise<void> {
  const uid = writer ?? accounts.get(normalEmail(profile.email));
  const change = redis.multi();
  if (uid !== undefined && !erased.has(uid))
    change.setnx(redisKeys.profile(uid), await sealProfile(personal, uid, profile));
  await change.del(key).exec();
}

async function sealFormerReview(
  { redis, personal }: Parts,
  key: string,
  { name, reviews, ...review }: FormerReview,
): Promise<void> {
  const sealed = await sealWords(personal, review, { name, reviews });
  await redis.set(key, JSON.stringify({ ...review, sealed } satisfies ReviewRecord));
}
