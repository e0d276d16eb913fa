import type { EraseAnswer, Me } from '../contracts/personal.ts';
import { privateCache, privateJson } from '../http/answers.ts';
import type { Handlers } from '../http/call.ts';
import { normalEmail } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { OpenErasure } from './open-erasure.ts';
import { type PersonalFileParts, personalFile } from './personal-file.ts';

/** A telephone that was left unlocked is not enough to erase its owner. */
const freshSeconds = 600;

/** What the calls about oneself need. */
export interface MeCallParts extends PersonalFileParts {
  erasure: Pick<OpenErasure, 'ask' | 'dueAt'>;
  now?: () => number;
}

/** The calls with which a person takes their data along, and has it erased. */
export function meCalls(parts: MeCallParts) {
  const { erasure, now = Date.now } = parts;
  return {
    async 'GET /me/data'({ c, person }) {
      const file = await personalFile(parts, person);
      // For a person to read.
      return c.body(JSON.stringify(file, null, 2), 200, {
        'Content-Type': 'application/json; charset=utf-8',
        ...privateCache,
        'Content-Disposition': 'attachment; filename="karigar-my-data.json"',
      });
    },
    async 'GET /me'({ person }) {
      const [roles, dueAt] = await Promise.all([person.roles(), erasure.dueAt(person.uid)]);
      const answer: Me = {
        roles: [...roles],
        erasesAt: dueAt === null ? null : new Date(dueAt).toISOString(),
      };
      return privateJson(answer);
    },
    async 'DELETE /me'({ c, person, body }) {
      if (normalEmail(body.confirm) !== person.email)
        throw new ProblemError('CONFIRM_EMAIL', 'This is not the email address of your account.');
      if (now() / 1000 - person.signedInAt > freshSeconds)
        throw new ProblemError(
          'SIGN_IN_TOO_OLD',
          'You signed in more than ten minutes ago. Sign in again, then erase your account.',
        );
      if (await person.may('admin'))
        throw new ProblemError(
          'OWN_RIGHTS',
          'Ask another admin to remove your admin rights first. The shop needs at least one admin.',
        );
      const until = await erasure.ask(person.uid, c.get('requestId'));
      const waitsUntil = until === null ? null : new Date(until).toISOString();
      const erased = until === null;
      return privateJson({ erased, waitsUntil } satisfies EraseAnswer, erased ? 200 : 202);
    },
  } satisfies Partial<Handlers>;
}
