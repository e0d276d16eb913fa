import { z } from 'zod';
import { boolean, string, stringOrNull } from './fields.ts';
import { Device } from './notifications.ts';
import { Order, OrderTimelineEntry } from './order.ts';
import { Profile, Review, Role } from './people.ts';

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
