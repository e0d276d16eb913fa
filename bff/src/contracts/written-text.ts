import { latinDigits } from '@karigar/events/folded-text';

export { folded, latinDigits } from '@karigar/events/folded-text';

/**
 * The one sieve for what people write, used by the schemas of the server and the forms of the page. Text without a visible character becomes ''.
 */

/** The most characters of each field, wherever it is typed, stored or filled in from somewhere else. */
export const longest = {
  name: 120,
  email: 254,
  address: 300,
  city: 120,
  zip: 20,
  phone: 40,
  country: 120,
  education: 200,
  linkedin: 300,
  photoURL: 500,
  review: 1_000,
  toolName: 120,
  description: 2_000,
  picture: 500,
  category: 40,
  otherNames: 300,
  alt: 200,
  specificationLabel: 40,
  specificationValue: 200,
  carrier: 60,
  trackingNumber: 60,
  device: 60,
  paymentWay: 40,
  transactionId: 40,
  search: 255,
} as const;

/** What a paste brings along and no reader sees: soft hyphens, zero-width spaces, direction marks, control characters. Joiners stay, as Bangla needs them. */
const unseen = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?!\s)\p{Cc}/gu;
const visible = /(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Cleans text of several lines. */
export function paragraphs(text: string): string {
  const clean = text
    .normalize('NFC')
    .replace(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
    .replace(unseen, '');
  return visible.test(clean) ? clean.trim() : '';
}

/** Cleans text of one line. */
export const oneLine = (text: string): string => paragraphs(text).replace(/\s+/g, ' ');

/** Cleans what is compared character by character, such as a telephone or tracking number, an email or a search: plain hyphens, Latin digits, no joiners. */
export const plainCode = (text: string): string =>
  latinDigits(oneLine(text))
    .replace(/[\u200c\u200d]/g, '')
    .replace(/[\p{Pd}\u2212]/gu, '-');

/** Whether a clean text is a telephone number as people write one: at least six digits. */
export const isTelephone = (text: string): boolean =>
  /^[+\d\s().-]+$/u.test(text) && /(?:\d\D*){6}/.test(text);

/** Cleans a name that somebody else fills in, such as Google's, and cuts it to what an order takes. */
export const accountName = (name: string): string =>
  oneLine(name)
    .slice(0, longest.name)
    // Half of a character that was cut in two.
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
