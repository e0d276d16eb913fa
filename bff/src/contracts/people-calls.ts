import { z } from 'zod';
import { adminRead, adminWrite, type CallTable, read, write } from './call-row.ts';
import { boolean, email, int, limit, search, string, wholeNumber } from './fields.ts';
import { NewDevice, NoticeKind, Notifications } from './notices.ts';
import { Deleted, Modified } from './order.ts';
import { EraseAnswer, Me, PersonalFile, Profile, ProfileEdit, SignIn, User } from './people.ts';

/** The calls about people: signing in, who is an admin, profiles, devices, one's own data. */
export const peopleCalls = {
  'PUT /user/:email': {
    ...write,
    summary:
      "Exchanges the identity service's token (the bearer) for the shop's own short-lived access token",
    access: 'proves-itself',
    limit: 'token',
    body: SignIn,
    answers: {
      200: z.object({
        token: string,
        expiresAt: string,
        modifiedCount: int,
        upsertedCount: int,
      }),
    },
    problems: ['UNAUTHENTICATED', 'PERSON_ERASED', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'PROVIDER_UNAVAILABLE'],
  },
  'GET /admin/:email': {
    ...read,
    summary: 'Whether a person is an admin now',
    access: 'own-email-or-admin',
    answers: { 200: z.object({ admin: boolean }) },
  },
  'GET /user': {
    ...adminRead,
    summary:
      'The users, newest first. `X-Total-Count` counts all that match, `X-Next-Cursor` leads to the next page',
    query: z.object({
      search: search.default(''),
      limit: limit(1000).default(1000),
      cursor: wholeNumber('cursor is the X-Next-Cursor of the page before', {
        min: 0,
        max: 100_000_000,
      }).default(0),
    }),
    answers: { 200: z.array(User) },
  },
  'PUT /user/admin/:email': {
    ...adminWrite,
    summary: 'Makes a user an admin; the rights begin once their address is verified',
    answers: { 200: Modified },
    problems: ['NOT_FOUND'],
  },
  'DELETE /user/admin/:email': {
    ...adminWrite,
    summary: 'Takes the rights of an admin away: never one’s own, so that one admin always stays',
    answers: { 200: Modified },
    problems: ['NOT_FOUND', 'OWN_RIGHTS', 'CONFIGURED_ADMIN'],
  },
  'PUT /user/:email/roles/:role': {
    ...adminWrite,
    summary: 'Makes a user a packer or an editor; the rights begin once their address is verified',
    answers: { 200: Modified },
    problems: ['NOT_FOUND'],
  },
  'DELETE /user/:email/roles/:role': {
    ...adminWrite,
    summary: 'Takes the role of a packer or editor away, at once',
    answers: { 200: Modified },
    problems: ['NOT_FOUND'],
  },
  'GET /userinfo/:email': {
    ...read,
    summary: 'The profile of a person; null while there is none',
    access: 'own-email-or-admin',
    answers: { 200: Profile.nullable() },
  },
  'PUT /userinfo/:email': {
    ...write,
    summary: 'Stores one’s own profile',
    access: 'own-email',
    body: ProfileEdit,
    answers: { 200: Modified },
  },
  'GET /me': {
    ...read,
    summary:
      'The roles of the person who asks, and when a waiting erasure happens by itself; null when none waits',
    answers: { 200: Me },
  },
  'GET /me/data': {
    ...read,
    summary: 'Everything that the shop knows about the person who asks, as a file',
    limit: 'token',
    answers: { 200: PersonalFile },
  },
  'DELETE /me': {
    ...write,
    summary:
      'Erases the person who asks, for ever, after a sign-in within the last ten minutes. Unpaid orders are deleted; orders that are paid and not shipped stop it, and so do the rights of an admin. 202 when invoices have to be kept first: it happens by itself at `waitsUntil`',
    limit: 'token',
    body: z.object({ confirm: email('Type your email address') }),
    answers: { 200: EraseAnswer, 202: EraseAnswer },
    problems: [
      'CONFIRM_EMAIL',
      'SIGN_IN_TOO_OLD',
      'OWN_RIGHTS',
      'ORDERS_OPEN',
      'PAYMENT_PROCESSING',
      'VERSION_CONFLICT',
      'PROVIDER_UNAVAILABLE',
    ],
  },
  'GET /me/notifications': {
    ...read,
    summary: 'Which notifications the caller gets, and on which devices',
    answers: { 200: Notifications },
  },
  'PUT /me/notifications': {
    ...write,
    summary: 'Switches notifications of the caller on or off; "to-ship" is for packers and admins',
    body: z.object({
      kinds: z.array(z.object({ kind: NoticeKind, on: boolean })).max(NoticeKind.options.length),
    }),
    answers: { 200: Notifications },
    problems: ['FORBIDDEN'],
  },
  'POST /me/devices': {
    ...write,
    summary:
      'Registers a browser for the person who asks, and removes it from the person who had it before. Of more than 20, the one used longest ago is removed',
    body: NewDevice,
    answers: { 201: z.object({ _id: string }) },
    problems: ['NOT_FOUND'],
  },
  'DELETE /me/devices/:id': {
    ...write,
    summary: 'Forgets a device of the person who asks',
    answers: { 200: Deleted },
  },
} satisfies CallTable;
