import type { Profile, ProfileEdit } from '@karigar/bff/contracts';
import { longest, oneLine, plainCode } from '@karigar/bff/written-text';
import { optionalText, requiredText } from '../../shared/fields/text-rules.ts';

/** The part of a profile that a person edits. */
export type ProfileValues = Pick<
  ProfileEdit,
  'phone' | 'education' | 'country' | 'city' | 'zip' | 'linkedin'
>;

/** Rules of the profile form: phone, education and country are required; with the lengths that the shop takes. */
export const profileRules = {
  phone: requiredText('Phone is required', longest.phone, plainCode),
  education: requiredText('Education is required', longest.education),
  country: requiredText('Country is required', longest.country),
  city: optionalText(longest.city),
  zip: optionalText(longest.zip, plainCode),
  linkedin: optionalText(longest.linkedin),
};

/** What the form begins with. */
export const profileValues = (profile: Profile | null | undefined): ProfileValues => ({
  phone: profile?.phone ?? '',
  education: profile?.education ?? '',
  country: profile?.country ?? '',
  city: profile?.city ?? '',
  zip: profile?.zip ?? '',
  linkedin: profile?.linkedin ?? '',
});

/** What a person has typed that the shop does not hold: these fields only. */
export type ProfileDraft = Partial<ProfileValues>;

/** The fields of `typed` that differ from `saved`, as they are typed. */
export function profileChanges(typed: ProfileValues, saved: ProfileValues): ProfileDraft {
  const fields = Object.entries(typed) as [keyof ProfileValues, string][];
  return Object.fromEntries(fields.filter(([field, text]) => oneLine(text) !== oneLine(saved[field])));
}

/** Whether the shop holds what was typed. */
export const isSaved = (typed: ProfileValues, profile: Profile | null): boolean =>
  Object.keys(profileChanges(typed, profileValues(profile))).length === 0;

/** What the shop knows, except in the fields that a person has touched: there stays what they typed. */
export function mergeTyped(
  saved: ProfileValues,
  typed: ProfileValues,
  isTouched: (field: keyof ProfileValues) => boolean,
): ProfileValues {
  const merged = { ...saved };
  for (const field of Object.keys(saved) as (keyof ProfileValues)[]) {
    if (isTouched(field)) merged[field] = typed[field];
  }
  return merged;
}

/** A LinkedIn entry as a link, when it is an address that is safe to follow; else null. */
export function linkedInAddress(typed: string): string | null {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  try {
    const { hostname, href } = new URL(address);
    return hostname === 'linkedin.com' || hostname.endsWith('.linkedin.com') ? href : null;
  } catch {
    return null;
  }
}
