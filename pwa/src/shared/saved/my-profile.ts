import type { Profile } from '@karigar/bff/contracts';
import { getProfile } from '../api/calls.ts';
import { createPersonRevalidation, savedAtOf, usePersonData } from './person-data.ts';
import { personDb } from './person-db.ts';

const profileOf = createPersonRevalidation(async ({ uid, email }) => {
  const profile = await getProfile(email);
  const db = personDb(uid);
  await db.transaction('rw', db.profile, db.meta, async () => {
    await db.profile.clear();
    if (profile !== null) await db.profile.put(profile);
    await db.meta.put({ key: 'profile.savedAt', value: Date.now() });
  });
});

/** Brings the person's saved profile up to date. */
export const revalidateProfile = (uid: string): Promise<void> => profileOf(uid).run();

/** Reads the person's profile after it has changed. */
export const rereadProfile = (uid: string): Promise<void> => profileOf(uid).runAnew();

/** The person's profile, followed; null when they have none yet. */
export const useProfile = () =>
  usePersonData<Profile | null>(profileOf, async (db) => {
    const savedAt = await savedAtOf(db, 'profile.savedAt');
    const data = savedAt === null ? undefined : ((await db.profile.toCollection().first()) ?? null);
    return { data, savedAt };
  });
