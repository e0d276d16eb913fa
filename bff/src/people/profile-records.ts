import { hashEmail, type RedisClient, redisKeys } from '@karigar/events';
import { z } from 'zod';
import { Profile, type ProfileEdit } from '../contracts/people.ts';
import { addressNotProven, owns } from '../identity/ownership.ts';
import type { Identity } from '../identity/person.ts';
import type { UserRecords } from './user-records.ts';

/** A profile as stored. Those of earlier releases do not name the account that wrote them. */
const ProfileRecord = Profile.extend({ uid: z.string().optional() });

/** A profile, and the account that wrote it. */
export interface OwnedProfile {
  readonly profile: Profile;
  readonly uid: string;
}

/** The profiles of the shop. */
export type ProfileRecords = ReturnType<typeof profileRecords>;

/** Keeps profiles as plain records beside the log. Every method throws `LogUnavailableError` while Redis is away. */
export function profileRecords(redis: RedisClient, users: Pick<UserRecords, 'find'>) {
  const keyOf = (email: string) => redisKeys.profile(hashEmail(email));
  const read = (email: string) => redis.run((connection) => connection.get(keyOf(email)));
  const decode = async (stored: string): Promise<OwnedProfile> => {
    const { uid, ...profile } = ProfileRecord.parse(JSON.parse(stored));
    // An unnamed writer was the account that signed in with the address: there is no other trace of it.
    return { profile, uid: uid ?? (await users.find(profile.email))?.uid ?? '' };
  };
  return {
    /** Reads the profile under an address (in any case); null while there is none. Whoever shows it checks whose it is. */
    async find(email: string): Promise<OwnedProfile | null> {
      const stored = await read(email);
      return stored === null ? null : decode(stored);
    },
    /**
     * Stores a person's own profile; says whether it was new, changed, or the same as before. Throws ProblemError EMAIL_NOT_VERIFIED
     * where the address is not proven and another account has written one under it.
     */
    async save(person: Identity, edit: ProfileEdit): Promise<'created' | 'changed' | 'same'> {
      const { uid, email } = person;
      const next = JSON.stringify({ ...edit, email, uid } satisfies z.infer<typeof ProfileRecord>);
      for (;;) {
        const stored = await read(email);
        if (stored === next) return 'same';
        if (stored !== null && !owns(person, { email, uid: (await decode(stored)).uid }))
          throw addressNotProven();
        if (await redis.compareAndSet(keyOf(email), stored, next))
          return stored === null ? 'created' : 'changed';
      }
    },
  };
}
