import { hashEmail, type RedisClient, redisKeys } from '@karigar/events';
import { Profile, type ProfileEdit } from '../contracts/people.ts';

/** Reads the profile of a person; null while there is none. `email` in any case. */
export async function profileOf(redis: RedisClient, email: string): Promise<Profile | null> {
  const stored = await redis.run((connection) => connection.get(redisKeys.profile(hashEmail(email))));
  return stored === null ? null : Profile.parse(JSON.parse(stored));
}

/** Stores a profile; says whether it was new, changed, or the same as before. The last writer wins: it is one person. */
export async function saveProfile(
  redis: RedisClient,
  email: string,
  edit: ProfileEdit,
): Promise<'created' | 'changed' | 'same'> {
  const key = redisKeys.profile(hashEmail(email));
  const next = JSON.stringify({ ...edit, email } satisfies Profile);
  const before = await redis.run((connection) => connection.get(key));
  if (before === next) return 'same';
  await redis.run((connection) => connection.set(key, next));
  return before === null ? 'created' : 'changed';
}
