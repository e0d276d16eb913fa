import { z } from 'zod';
import { boolean, string, text } from './fields.ts';
import { NoticeKind } from './notices.ts';
import { longest } from './written-text.ts';

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
