import type { Profile } from '@karigar/bff/contracts';
import { longest, oneLine, plainCode } from '@karigar/bff/written-text';
import { optionalText, requiredText } from '../../shared/fields/text-rules.ts';

/** What a person edits of their profile, in its order: each field with its label, its rule, which is the server's, and what the browser is told of it. */
export const profileFields = {
  phone: {
    label: 'Phone',
    rule: requiredText('Phone is required', longest.phone, plainCode),
    input: { type: 'tel', autoComplete: 'tel' },
  },
  education: {
    label: 'Education',
    rule: requiredText('Education is required', longest.education),
    input: {},
  },
  city: { label: 'City', rule: optionalText(longest.city), input: { autoComplete: 'address-level2' } },
  zip: { label: 'Zip', rule: optionalText(longest.zip, plainCode), input: { autoComplete: 'postal-code' } },
  country: {
    label: 'Country',
    rule: requiredText('Country is required', longest.country),
    input: { autoComplete: 'country-name' },
  },
  linkedin: { label: 'Linkedin', rule: optionalText(longest.linkedin), input: {} },
};
export type ProfileField = keyof typeof profileFields;
export type ProfileValues = Record<ProfileField, string>;
/** What a person has typed that the shop does not hold: these fields only. */
export type ProfileDraft = Partial<ProfileValues>;

export const fieldNames = Object.keys(profileFields) as ProfileField[];
/** Something for each field of a profile. */
export const ofEachField = <T>(make: (field: ProfileField) => T) =>
  Object.fromEntries(fieldNames.map((field) => [field, make(field)])) as Record<ProfileField, T>;

/** What the form begins with. */
export const profileValues = (profile: Profile | null | undefined): ProfileValues =>
  ofEachField((field) => profile?.[field] ?? '');

/** The fields of `typed` that differ from `saved`, as they are typed. */
export const profileChanges = (typed: ProfileValues, saved: ProfileValues): ProfileDraft =>
  Object.fromEntries(
    fieldNames
      .filter((field) => oneLine(typed[field]) !== oneLine(saved[field]))
      .map((field) => [field, typed[field]]),
  );

/** Whether nothing of `typed` differs from `saved`. */
export const isSame = (typed: ProfileValues, saved: ProfileValues): boolean =>
  Object.keys(profileChanges(typed, saved)).length === 0;

/** A LinkedIn entry as a link, when it is an address that is safe to follow; else null. */
export function linkedInAddress(typed: string): string | null {
  const [found, scheme] = /^(https?:\/\/)?([\w-]+\.)*linkedin\.com([/?#]|$)/i.exec(typed) ?? [];
  if (found === undefined) return null;
  return scheme === undefined ? `https://${typed}` : typed;
}
