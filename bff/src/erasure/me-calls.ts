import { EraseAnswer, EraseRequest, Me, PersonalFile } from '../contracts/personal.ts';
import { privateCache, privateJson } from '../http/answers.ts';
import { type Call, defineCall } from '../http/call.ts';
import { normalEmail } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { OpenErasure } from './open-erasure.ts';
import { type PersonalFileParts, personalFile } from './personal-file.ts';

/** A telephone that was left unlocked is not enough to erase its owner. */
const freshSeconds = 600;

/** What the calls about oneself need. */
export interface MeCallParts extends PersonalFileParts {
  readonly erasure: Pick<OpenErasure, 'ask' | 'dueAt'>;
  readonly now?: () => number;
}

/** The calls with which a person takes their data along, and has it erased. */
export function meCalls(parts: MeCallParts): Call[] {
  const { erasure, now = Date.now } = parts;
  return [
    defineCall({
      method: 'get',
      path: '/me/data',
      summary: 'Everything that the shop knows about the person who asks, as a file',
      access: 'signed-in',
      limit: 'token',
      answers: { 200: { description: 'The file', schema: PersonalFile } },
      problems: ['KEY_MISSING'],
      async handle({ c, person }) {
        const file = await personalFile(parts, person);
        // For a person to read.
        return c.body(JSON.stringify(file, null, 2), 200, {
          'Content-Type': 'application/json; charset=utf-8',
          ...privateCache,
          'Content-Disposition': 'attachment; filename="karigar-my-data.json"',
        });
      },
    }),
    defineCall({
      method: 'get',
      path: '/me',
      summary: 'When a waiting erasure of the person who asks happens by itself',
      access: 'signed-in',
      limit: 'read',
      answers: { 200: { description: 'The day, or null when none waits', schema: Me } },
      problems: [],
      async handle({ person }) {
        const dueAt = await erasure.dueAt(person.uid);
        const answer: Me = { erasesAt: dueAt === null ? null : new Date(dueAt).toISOString() };
        return privateJson(answer);
      },
    }),
    defineCall({
      method: 'delete',
      path: '/me',
      summary:
        'Erases the person who asks, for ever, after a sign-in within the last ten minutes. Unpaid orders are deleted; orders that are paid and not shipped stop it, and so do the rights of an admin',
      access: 'signed-in',
      limit: 'token',
      body: EraseRequest,
      answers: {
        200: { description: 'The person is erased', schema: EraseAnswer },
        202: {
          description: 'Invoices have to be kept first: it happens by itself at `waitsUntil`',
          schema: EraseAnswer,
        },
      },
      problems: [
        'CONFIRM_EMAIL',
        'SIGN_IN_TOO_OLD',
        'OWN_RIGHTS',
        'ORDERS_OPEN',
        'PAYMENT_PROCESSING',
        'VERSION_CONFLICT',
        'PROVIDER_UNAVAILABLE',
      ],
      async handle({ c, person, body }) {
        if (normalEmail(body.confirm) !== person.email)
          throw new ProblemError('CONFIRM_EMAIL', 'This is not the email address of your account.');
        if (now() / 1000 - person.signedInAt > freshSeconds)
          throw new ProblemError(
            'SIGN_IN_TOO_OLD',
            'You signed in more than ten minutes ago. Sign in again, then erase your account.',
          );
        if (await person.isAdmin())
          throw new ProblemError(
            'OWN_RIGHTS',
            'Ask another admin to remove your admin rights first. The shop needs at least one admin.',
          );
        const result = await erasure.ask(person.uid, c.get('requestId'));
        const answer: EraseAnswer =
          result.kind === 'erased'
            ? { erased: true, waitsUntil: null }
            : { erased: false, waitsUntil: new Date(result.until).toISOString() };
        return privateJson(answer, answer.erased ? 200 : 202);
      },
    }),
  ];
}
