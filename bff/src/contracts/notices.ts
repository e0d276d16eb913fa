import { z } from 'zod';

/** What people are told of without having a page open. */
export const noticeKinds = [
  /** An order waits for its payment. */
  'unpaid',
  'paid',
  'shipped',
  /** Carrier or number of a parcel that has left became known. */
  'tracked',
  'corrected',
  'refunded',
  /** The shop declines to cancel an order; where it agrees, the refund says so. */
  'not-cancelled',
  /** For admins: a paid order waits for its parcel. */
  'to-ship',
  'back-in-stock',
] as const;
export const NoticeKind = z.enum(noticeKinds);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** How they are told. */
export const noticeChannels = ['mail', 'push'] as const;
export const NoticeChannel = z.enum(noticeChannels);
export type NoticeChannel = z.infer<typeof NoticeChannel>;
