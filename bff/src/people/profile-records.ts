import { type RedisClient, redisKeys } from '@karigar/events';
import { Profile, type ProfileEdit } from '../contracts/people.ts';
import type { Identity } from '../identity/person.ts';
import type { Personal } from '../personal/personal.ts';

/** The profiles of the shop. */
export type ProfileRecords = ReturnType<typeof profileRecords>;

const contextOf = (uid: string): string => `profile/1 ${uid}`;

/** Keeps profiles as sealed records beside the log. Every method throws `LogUnavailableError` while Redis is away. */
export function profileRecords(redis: RedisClient, personal: Personal) {
  const read = (uid: string) => redis.commands.get(redisKeys.profile(uid));
  const open = async (uid: string, stored: string | null): Promise<Profile | null> => {
    if (stored === null) return null;
    const opened = await personal.openFor(uid, contextOf(uid), stored);
    return opened === 'erased' ? null : Profile.parse(opened);
  };
  return {
    /** Reads the profiles that these accounts wrote, in their order. Throws ProblemError KEY_MISSING. */
    async of(accounts: readonly string[]): Promise<Profile[]> {
      const found = await Promise.all(accounts.map(async (uid) => open(uid, await read(uid))));
      return found.filter((profile) => profile !== null);
    },
    /** Stores a person's own profile; says whether it was new, changed, or the same as before. Throws `PersonErasedError`. */
    async save({ uid, email }: Identity, edit: ProfileEdit): Promise<'created' | 'changed' | 'same'> {
      const next: Profile = Profile.parse({ ...edit, email });
      for (;;) {
        const stored = await read(uid);
        const before = await open(uid, stored);
        if (before !== null && JSON.stringify(before) === JSON.stringify(next)) return 'same';
        const sealed = await personal.sealFor(uid, contextOf(uid), next);
        if (await redis.compareAndSet(redisKeys.profile(uid), stored, sealed))
          return before === null ? 'created' : 'changed';
      }
    },
    /** Removes the profile of an account; may be repeated. */
    remove: (uid: string) => redis.commands.del(redisKeys.profile(uid)),
  };
}
