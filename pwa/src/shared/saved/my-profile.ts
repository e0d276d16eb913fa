import type { Profile } from '@karigar/bff/contracts';
import { getProfile } from '../api/calls.ts';
import { personDb } from './person-db.ts';
import { createPersonRefresher, useMine } from './person-refresh.ts';

const profileOf = createPersonRefresher(async ({ uid, email }) => {
  const profile = await getProfile(email);
  const db = personDb(uid);
  await db.transaction('rw', db.profile, db.meta, async () => {
    await db.profile.clear();
    if (profile !== null) await db.profile.put(profile);
    await db.meta.put({ key: 'profile.savedAt', value: Date.now() });
  });
});

/** Brings the person's saved profile up to date. */
export const refreshProfile = (uid: string): Promise<void> => profileOf(uid).run();

/** Reads the person's profile after it has changed. */
export const rereadProfile = (uid: string): Promise<void> => profileOf(uid).runAnew();

/** The person's profile, followed; null when they have none yet. */
export const useProfile = () =>
  useMine<Profile | null>(
    profileOf,
    'profile.savedAt',
    async (db) => (await db.profile.toCollection().first()) ?? null,
    [],
  );
