import type { Profile } from '@karigar/bff/contracts';
import { getProfile } from '../api/calls.ts';
import { createPersonRevalidation, usePersonData } from './person-data.ts';
import { factOf, personDb } from './person-db.ts';

const profileOf = createPersonRevalidation(async ({ uid, email }) => {
  const value = await getProfile(email);
  await personDb(uid).write(({ facts }) => facts.put({ key: 'profile', value, savedAt: Date.now() }));
});

/** Brings the person's saved profile up to date. */
export const revalidateProfile = (uid: string): Promise<void> => profileOf(uid).run();

/** Reads the person's profile after it has changed. */
export const rereadProfile = (uid: string): Promise<void> => profileOf(uid).runAnew();

/** The person's profile, followed; null when they have none yet. */
export const useProfile = () =>
  usePersonData<Profile | null>(profileOf, async (tables) => {
    const held = await factOf(tables, 'profile');
    return { data: held?.value, savedAt: held?.savedAt ?? null };
  });
