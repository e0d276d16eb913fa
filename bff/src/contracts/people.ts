import { z } from 'zod';
import {
  boolean,
  email,
  int,
  nameOfAccount,
  number,
  optionalText,
  string,
  stringOrNull,
  text,
  wholeNumber,
} from './fields.ts';
import { Device } from './notices.ts';
import { Order, OrderTimelineEntry } from './order.ts';
import { longest, paragraphs, plainCode } from './written-text.ts';

/** What `POST /reviews` takes. */
export const NewReview = z.object({
  reviews: text('Review description is required', longest.review, paragraphs),
  rating: wholeNumber('Rating is a number from 1 to 5', { max: 5 }),
  /** The tool that the review is of; a review without one is of the shop. */
  toolId: text('toolId is the id of a tool', 100).optional(),
});
export type NewReview = z.infer<typeof NewReview>;
/** A review as everyone sees it; `name` is the author's display name, never the email. */
export const Review = z.object({
  _id: string,
  reviews: string,
  rating: int,
  name: string,
  createdAt: string,
  /** Null for a review of the shop. */
  toolId: stringOrNull,
  /** Whether the author had bought the tool when the review was written: an order of it was paid and not refunded. */
  verified: boolean,
  /** The shop's public answer. */
  reply: z.object({ text: string, at: string }).nullable(),
});
export type Review = z.infer<typeof Review>;

/** The mean rating of a tool's reviews to one decimal, and how many there are. */
export const Rating = z.object({ average: number, count: int });
export type Rating = z.infer<typeof Rating>;

/** Answer of `GET /tools/{id}/reviews`: one page of a tool's reviews, and the rating of all of them; null while there are none. */
export const ToolReviews = z.object({ rating: Rating.nullable(), reviews: z.array(Review) });
export type ToolReviews = z.infer<typeof ToolReviews>;

/** Why an admin hides a review. */
const whyHidden = 'Say why the review is hidden: offensive, personal-data, advertising, untrue or other';
export const HidingReason = z.enum(['offensive', 'personal-data', 'advertising', 'untrue', 'other'], {
  error: whyHidden,
});
export type HidingReason = z.infer<typeof HidingReason>;
/** What `PUT /reviews/{id}` takes. */
export const ReviewHiding = z
  .object({ hidden: z.boolean({ error: 'hidden is true or false' }), reason: HidingReason.optional() })
  .refine(({ hidden, reason }) => !hidden || reason !== undefined, { path: ['reason'], error: whyHidden });
/** A hidden review, for admins. */
export const HiddenReview = Review.extend({ reason: HidingReason });
export type HiddenReview = z.infer<typeof HiddenReview>;

/** What `PUT /reviews/{id}/reply` takes. */
export const NewReply = z.object({ text: text('Write an answer', longest.review, paragraphs) });

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

/** What a person may do for the shop: packers ship, editors look after tools and reviews, admins do all. */
export const Role = z.enum(['admin', 'packer', 'editor']);
export type Role = z.infer<typeof Role>;

/** A user row for admins. The rights of somebody whose address is not verified begin with its verification. */
export const User = z.object({
  _id: string,
  email: string,
  /** As the old client reads it; `roles` says all. */
  role: z.enum(['admin', 'user']),
  roles: z.array(Role),
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

/** Answer of `GET /me/data`: everything that the shop knows about a person, to take along. Times are ISO. */
export const PersonalFile = z.object({
  madeAt: string,
  account: z.object({
    uid: string,
    email: string,
    name: string,
    createdAt: string,
    /** Whether the address is proven to be theirs. */
    verified: boolean,
    roles: z.array(Role),
  }),
  /** The person's own, then those of accounts that had their address before. */
  profiles: z.array(Profile),
  /** When an erasure that was asked for happens by itself; null when none waits. */
  erasesAt: stringOrNull,
  orders: z.array(Order.extend({ timeline: z.array(OrderTimelineEntry) })),
  reviews: z.array(Review),
  /** Ids of tools that they want to hear of when they are back. */
  waitingFor: z.array(string),
  /** Browsers that the shop's notifications go to. */
  devices: z.array(Device),
});
export type PersonalFile = z.infer<typeof PersonalFile>;

/** Answer of `GET /me`: the person's roles now, and when an erasure that waits happens by itself (ISO); null when none waits. */
export const Me = z.object({ roles: z.array(Role), erasesAt: stringOrNull });
export type Me = z.infer<typeof Me>;

/**
 * Answer of `DELETE /me`: 200 when the person is erased; 202 when invoices of paid orders have to be kept first, and then the
 * erasure happens by itself at `waitsUntil` (ISO).
 */
export const EraseAnswer = z.object({ erased: boolean, waitsUntil: stringOrNull });
export type EraseAnswer = z.infer<typeof EraseAnswer>;
