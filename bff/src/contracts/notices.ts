import { z } from 'zod';
import { int, string } from './fields.ts';

/** What people are told of without having a page open. */
export const noticeKinds = [
  /** The shop has got an order; told by a letter alone, for the page has said it already. */
  'placed',
  /** An order is waiting for payment. */
  'unpaid',
  'paid',
  'shipped',
  /** Carrier or number of a parcel that has left became known. */
  'tracked',
  'corrected',
  'refunded',
  /** The shop has got the wish to cancel an order. */
  'cancel-asked',
  /** The shop declines to cancel an order; where it agrees, the refund says so. */
  'not-cancelled',
  /** The shop does not accept a payment by hand that was reported. */
  'payment-not-found',
  /** Asks for a review of a tool whose parcel had time to arrive. */
  'review',
  /** For packers and admins: a paid order waits for its parcel. */
  'to-ship',
  'back-in-stock',
  /** A tool that a person waits for is not sold any more. */
  'discontinued',
] as const;
export const NoticeKind = z.enum(noticeKinds);
export type NoticeKind = z.infer<typeof NoticeKind>;
/** The kinds about a tool; the others are about an order. */
export const aboutTools: readonly NoticeKind[] = ['back-in-stock', 'discontinued'];

/** The kinds that a person can have pushed to their devices. */
export const pushedKinds: readonly NoticeKind[] = noticeKinds.filter((kind) => kind !== 'placed');

/** How they are told. */
export const noticeChannels = ['mail', 'push'] as const;
export const NoticeChannel = z.enum(noticeChannels);
export type NoticeChannel = z.infer<typeof NoticeChannel>;

/** A notice that was tried for the last time and waits for a person; nothing in it is personal. */
export const FailedNotice = z.object({
  _id: string,
  kind: NoticeKind,
  channel: NoticeChannel,
  /** Order id; of a kind about tools the tool's id. */
  subject: string,
  /** The order's number; null for a tool, and for an order that is not there any more. */
  number: int.nullable(),
  failedAt: string,
  why: string,
});
export type FailedNotice = z.infer<typeof FailedNotice>;

/** `GET /notices/failed` (admin): the newest 200 that could not be sent, and how many wait for their time or their next try. */
export const UnsentNotices = z.object({
  waiting: int,
  failedTotal: int,
  failed: z.array(FailedNotice),
});
export type UnsentNotices = z.infer<typeof UnsentNotices>;
