import type { Profile, ProfileEdit } from '@karigar/bff/contracts';

/** The part of a profile that a person edits. */
export type ProfileValues = Pick<
  ProfileEdit,
  'phone' | 'education' | 'country' | 'city' | 'zip' | 'linkedin'
>;

const optional = (max: number) => (typed: string) =>
  typed.trim().length > max ? `Use at most ${max} characters` : null;

const required = (message: string, max: number) => (typed: string) =>
  typed.trim() === '' ? message : optional(max)(typed);

/** Rules of the profile form: phone, education and country are required; with the lengths that the shop takes. */
export const profileRules = {
  phone: required('Phone is required', 40),
  education: required('Education is required', 200),
  country: required('Country is required', 120),
  city: optional(120),
  zip: optional(20),
  linkedin: optional(300),
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
