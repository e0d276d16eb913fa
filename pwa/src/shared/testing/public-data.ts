import {
  type PublicData,
  type PublicName,
  publicData,
  publicDb,
  takeDocument,
} from '../saved/public-data.ts';

/** Shows this page a part of the public data, as the shop answered it at `savedAt`. */
export const showPublicData = <Name extends PublicName>(
  key: Name,
  value: PublicData[Name],
  { etag = null, savedAt = Date.now() }: { etag?: string | null; savedAt?: number } = {},
): void => takeDocument({ key, value, etag, savedAt });

/** Forgets the public data, on this page and on the device. */
export async function clearPublicData(): Promise<void> {
  await publicDb.write(({ documents }) => documents.delete('tools', 'reviews', 'config'));
  for (const store of Object.values(publicData)) store.set(undefined);
}

/** What the device holds of a part of the public data. */
export const savedPublicData = (key: PublicName) => publicDb.read(({ documents }) => documents.get(key));
