import { z } from 'zod';
import { boolean, email, int, nameOfAccount, optionalText, string, text, wholeNumber } from './fields.ts';
import { longest, paragraphs, plainCode } from './written-text.ts';

/** What `POST /reviews` takes. */
export const NewReview = z.object({
  reviews: text('Review description is required', longest.review, paragraphs),
  rating: wholeNumber('Rating is a number from 1 to 5', { max: 5 }),
});
export type NewReview = z.infer<typeof NewReview>;
/** A review as everyone sees it; `name` is the author's display name, never the email. */
export const Review = z.object({
  _id: string,
  reviews: string,
  rating: int,
  name: string,
  createdAt: string,
});
export type Review = z.infer<typeof Review>;

/** What `PUT /userinfo/{email}` takes; name, email and photoURL come from the account. */
export const ProfileEdit = z.object({
  phone: text('Phone is required', longest.phone, plainCode),
  education: text('Education is required', longest.education),
  country: text('Country is required', longest.country),
  city: optionalText(longest.city),
  zip: optionalText(longest.zip, plainCode),
  linkedin: optionalText(longest.linkedin),
  name: nameOfAccount,
  // An address that is cut would lead nowhere.
  photoURL: z.preprocess(
    (url) => (typeof url === 'string' && url.length > longest.photoURL ? '' : url),
    optionalText(longest.photoURL),
  ),
});
export type ProfileEdit = z.infer<typeof ProfileEdit>;
/** A profile; `GET /userinfo/{email}` answers null while there is none. */
export const Profile = z.object({
  phone: string,
  education: string,
  country: string,
  city: string,
  zip: string,
  linkedin: string,
  name: string,
  email: string,
  photoURL: string,
});
export type Profile = z.infer<typeof Profile>;

/** A user row for admins. An admin whose address is not verified has no rights yet: they begin with its verification. */
export const User = z.object({
  _id: string,
  email: string,
  role: z.enum(['admin', 'user']),
  verified: boolean,
  createdAt: string,
});
export type User = z.infer<typeof User>;

/** What `PUT /user/{email}` takes. */
export const SignIn = z.object({
  email: email('Email is required').optional(),
  /** The access token of the same sign-in that this exchange renews; it may have expired. */
  token: z.string().max(8_192).optional(),
});
