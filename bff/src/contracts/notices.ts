import { z } from 'zod';
import { boolean, int, string, text } from './fields.ts';
import { longest } from './written-text.ts';

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

/** A browser that takes pushes, as its person sees it. */
export const Device = z.object({ _id: string, name: string, addedAt: string });
export type Device = z.infer<typeof Device>;

/** Answer of `GET /me/notifications`: what a person may hear of through their browsers, what is switched on, and on which devices. */
export const Notifications = z.object({
  kinds: z.array(z.object({ kind: NoticeKind, on: boolean })),
  devices: z.array(Device),
});
export type Notifications = z.infer<typeof Notifications>;

const base64url = (characters: number, error: string) =>
  z.string({ error }).regex(new RegExp(`^[\\w-]{${characters}}={0,2}$`), { error });

/** What `POST /me/devices` takes: a browser's subscription (Push API), and what its person calls the device. */
export const NewDevice = z.object({
  endpoint: z
    .url({ error: 'Send the address of a push service' })
    .max(1_000, { error: 'The address is too long' }),
  keys: z.object({
    /** The browser's public key, 65 bytes. */
    p256dh: base64url(87, 'Send the public key of the subscription'),
    /** Its secret, 16 bytes. */
    auth: base64url(22, 'Send the secret of the subscription'),
  }),
  name: text('Say which device it is', longest.device),
});

/** Answer of `/tools/{id}/waiting`: whether the person is told when the tool is back. No letter goes to an address that is not proven. */
export const Waiting = z.object({ waiting: boolean, addressProven: boolean });
export type Waiting = z.infer<typeof Waiting>;
