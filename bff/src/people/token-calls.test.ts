import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { calls } from '../contracts/calls.ts';
import { answerProblem } from '../http/answers.ts';
import type { AppEnv } from '../http/app-env.ts';
import { mountCalls } from '../http/mount-calls.ts';
import { rateLimits } from '../http/rate-limits.ts';
import { problemOf } from '../problem/problem-of.ts';
import { type TokenCallParts, tokenCalls } from './token-calls.ts';

it('a person gets thirty tokens a minute from wherever they ask, and others get theirs', async () => {
  const limits = rateLimits(1);
  const parts = {
    identity: {
      verify: async (uid: string) => ({ uid, email: `${uid}@example.com`, emailVerified: true, name: '' }),
    },
    tokens: { issue: async () => ({ token: 't', expiresAt: new Date(0) }) },
    users: {
      find: async () => null,
      signedIn: async () => 'seen',
    },
    sessions: { now: async () => 0 },
    limits,
    erased: new Set(),
    config: { rehearsal: false, auth: { emulatorHost: null } },
  } as unknown as TokenCallParts;
  const app = new Hono<AppEnv>();
  app.onError((error, c) => answerProblem(c, problemOf(error)));
  let address = 0;
  const table = { 'PUT /user/:email': calls['PUT /user/:email'] };
  mountCalls<typeof table>(app, table, tokenCalls(parts), {
    findPerson: async () => null,
    sessions: { has: () => false },
    rateLimits: limits,
    closed: () => null,
    clientAddress: () => {
      address += 1;
      return `203.0.113.${address}`;
    },
    asOf: null,
    minClientVersion: null,
    confirmed: (answer) => answer(),
  });
  const ask = async (uid: string) =>
    (
      await app.request(`/user/${uid}@example.com`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${uid}`, 'Content-Type': 'application/json' },
        body: '{}',
      })
    ).status;
  const statuses: number[] = [];
  for (let turn = 0; turn < 31; turn += 1) statuses.push(await ask('rahim'));
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
  expect(await ask('karim')).toBe(200);
});
