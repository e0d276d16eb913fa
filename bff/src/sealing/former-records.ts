import { redisKeys } from '@karigar/events';
import { z } from 'zod';
import { Profile } from '../contracts/people.ts';

/** A user as releases stored one before persons were sealed, under a plain hash of the address. */
const FormerUser = z.object({
  email: z.string(),
  uid: z.string(),
  role: z.enum(['admin', 'user']),
  createdAt: z.number(),
  verified: z.boolean().default(false),
});
export type FormerUser = z.infer<typeof FormerUser>;

/** A profile of that time, also under a hash of the address; the oldest do not name the account that wrote them. */
const FormerProfile = Profile.extend({ uid: z.string().optional() });
export type FormerProfile = z.infer<typeof FormerProfile>;

/** A review of that time. */
const FormerReview = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  reviews: z.string(),
  rating: z.int(),
  createdAt: z.number(),
});
export type FormerReview = z.infer<typeof FormerReview>;

/** A record in which somebody can be read. */
export type FormerRecord =
  | { readonly kind: 'user'; readonly record: FormerUser }
  | { readonly kind: 'profile'; readonly record: FormerProfile }
  | { readonly kind: 'review'; readonly record: FormerReview };

/** Keys of such records begin with these. */
export const kinds = {
  user: redisKeys.user(''),
  profile: redisKeys.profile(''),
  review: redisKeys.review(''),
} as const;

/** Reads a stored record of a kind; null when it is sealed already. Throws zod's error for one that no release has written. */
export function formerRecord(kind: FormerRecord['kind'], stored: string): FormerRecord | null {
  // A sealed profile is no JSON, and the other sealed records have nothing that can be read of a person.
  if (!stored.startsWith('{')) return null;
  const value = JSON.parse(stored) as object;
  switch (kind) {
    case 'user':
      return 'email' in value ? { kind, record: FormerUser.parse(value) } : null;
    case 'profile':
      return { kind, record: FormerProfile.parse(value) };
    case 'review':
      return 'reviews' in value ? { kind, record: FormerReview.parse(value) } : null;
    default:
      return kind satisfies never;
  }
}
